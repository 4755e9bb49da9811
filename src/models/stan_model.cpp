// The interface of BridgeStan behind Model: one call a draw, messages counted, values on both scales.
#include <g2t/core/errors.hpp>
#include <g2t/core/model_use.hpp>
#include <g2t/models/stan_model.hpp>
#include <g2t/core/difference_curvature.hpp>
#include <models/stan_hints.hpp>
#include <models/stan_library.hpp>
#include <models/stan_names.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

namespace g2t {
namespace {

using models::StanLibrary;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> split_names(const char* text) {
  std::vector<std::string> names;
  std::string rest = text != nullptr ? text : "";
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    names.push_back(rest.substr(0, comma));
    rest = comma == std::string::npos ? "" : rest.substr(comma + 1);
  }
  return names;
}

// The text after `key` in a library's information, up to the end of the line.
std::string value_after(const std::string& text, const std::string& key) {
  const std::size_t begin = text.find(key);
  if (begin == std::string::npos) return "";
  const std::size_t from = text.find_first_not_of(" \t", begin + key.size());
  if (from == std::string::npos) return "";
  return text.substr(from, text.find_first_of(" \t\r\n,", from) - from);
}

// As messages have them: on one line.
std::vector<std::pair<std::string, std::string>> on_one_line(std::vector<std::pair<std::string, std::string>> places) {
  for (auto& [from, to] : places) {
    std::replace(from.begin(), from.end(), '\n', ' ');
    std::replace(to.begin(), to.end(), '\n', ' ');
  }
  return places;
}

// In one pass: a new place may be another's old one.
std::string with_places(const std::string& message, const std::vector<std::pair<std::string, std::string>>& places) {
  std::string out;
  for (std::size_t at = 0; at < message.size();) {
    const auto is_here = [&](const auto& place) { return message.compare(at, place.first.size(), place.first) == 0; };
    const auto found = std::find_if(places.begin(), places.end(), is_here);
    out += found == places.end() ? message.substr(at, 1) : found->second;
    at += found == places.end() ? 1 : found->first.size();
  }
  return out;
}

class CompiledModel final : public StanModel, private ProductCurvature, private Quantities {
 public:
  explicit CompiledModel(const StanModelOptions& options)
      : library_(StanLibrary::open(options.library)), propto_(!options.keeps_constants), differences_(*this),
        places_(on_one_line(options.places)), make_with_fewer_values_(options.make_with_fewer_values) {
    char* error = nullptr;
    model_ = library_->model_construct(options.data.c_str(), options.seed, &error);
    if (model_ == nullptr) {
      const std::string message = take(error);
      throw InputError({options.data_name, 0, 0}, "the model refuses the data: " + message + models::data_hint(message));
    }
    dimension_ = library_->param_unc_num(model_);
    if (dimension_ <= 0) {
      const std::string name = library_->model_name(model_);
      library_->model_destruct(model_);
      throw InputError({options.program.empty() ? options.library : options.program, 0, 0},
                       "the model has no parameters: there is nothing to fit", name);
    }
    describe_itself();
  }

  ~CompiledModel() override { library_->model_destruct(model_); }
  CompiledModel(const CompiledModel&) = delete;
  CompiledModel& operator=(const CompiledModel&) = delete;

  Index dimension() const override { return dimension_; }
  std::vector<std::string> parameter_names() const override {
    std::call_once(are_parameters_named_, [this] { parameter_names_ = names_of_coordinates(); });
    return parameter_names_;
  }
  Index lane_width() const override { return 1; }
  bool is_thread_safe() const override { return info_.has_threads; }
  // Stan's tape: libraries with visible symbols share it even if they are of different programs.
  std::string shared_state() const override { return info_.has_threads ? "" : "the tape of Stan without threads"; }
  const Curvature* curvature() const override { return this; }
  const Expectation* expectation() const override { return nullptr; }
  const Model* prior() const override { return prior_.get(); }
  const Quantities* quantities() const override { return info_.has_draws ? this : nullptr; }
  const StanModelInfo& info() const override { return info_; }
  void set_prior(std::unique_ptr<StanModel> prior) override { prior_ = std::move(prior); }

  void evaluate(const Matrix& draws, Evaluation& out) const override {
    out.resize(draws.rows(), dimension_);
    count_gradients(draws.rows());
    Vector point(dimension_), gradient(dimension_);
    for (Index k = 0; k < draws.rows(); ++k) {
      point = draws.row(k).transpose();
      char* error = nullptr;
      double value = kNaN;
      if (library_->log_density_gradient(model_, propto_, true, point.data(), &value, gradient.data(), &error) != 0) {
        const std::string message = take(error);
        count_failure(message + models::density_hint(message));
        value = kNaN;
        gradient.setConstant(kNaN);
        out.failed[static_cast<std::size_t>(k)] = 1;
      } else if (const char* const why = why_not_finite(value, gradient)) {
        count_failure(why);
      }
      out.log_density[k] = value;
      out.score.row(k) = gradient.transpose();
    }
  }

  void log_densities(const Matrix& draws, Vector& out) const override {
    if (library_->log_density == nullptr) return Model::log_densities(draws, out);
    out.resize(draws.rows());
    count_densities(draws.rows());
    Vector point(dimension_);
    for (Index k = 0; k < draws.rows(); ++k) {
      point = draws.row(k).transpose();
      char* error = nullptr;
      out[k] = kNaN;
      if (library_->log_density(model_, propto_, true, point.data(), &out[k], &error) != 0) {
        const std::string message = take(error);
        count_failure(message + models::density_hint(message));
        out[k] = kNaN;
      } else if (const char* const why = why_not_finite(out[k], Vector())) {
        count_failure(why);
      }
    }
  }

 private:
  void describe_itself() {
    const std::string text = library_->model_info(model_);
    info_.name = library_->model_name(model_);
    info_.stan_version = value_after(text, "Stan version:");
    info_.has_threads = value_after(text, "STAN_THREADS=") == "true";
    for (const int part : library_->version)
      info_.bridge_version += (info_.bridge_version.empty() ? "" : ".") + std::to_string(part);
    info_.has_hessian_products = library_->log_density_hessian_vector_product != nullptr;
    info_.has_draws = library_->param_num != nullptr && library_->param_names != nullptr &&
                      library_->param_constrain != nullptr && library_->rng_construct != nullptr &&
                      library_->rng_destruct != nullptr;
    info_.missing = library_->missing;
  }

  // As the library lists them where it computes no values.
  std::vector<std::string> names_of_coordinates() const {
    std::vector<std::string> listed = split_names(library_->param_unc_names(model_));
    if (!info_.has_draws || listed.size() != static_cast<std::size_t>(dimension_)) return listed;
    std::vector<std::string> value_names = names();
    value_names.resize(static_cast<std::size_t>(parameter_count()));
    char* error = nullptr;
    const Rng rng = make_rng(1, &error);
    if (!rng) {
      static_cast<void>(library_->take(error));
      return listed;
    }
    const auto values = [&](const Vector& point) -> std::optional<Vector> {
      Vector out(parameter_count());
      if (library_->param_constrain(model_, false, false, point.data(), out.data(), rng.get(), &error) == 0) return out;
      static_cast<void>(library_->take(error));
      return std::nullopt;
    };
    if (auto in_order = models::names_in_order(listed, value_names, values)) return *in_order;
    const StanModel* const fewer = with_fewer_values();
    return fewer != nullptr ? fewer->parameter_names() : listed;
  }

  using Rng = std::unique_ptr<bs_rng, void (*)(bs_rng*)>;
  Rng make_rng(std::uint64_t seed, char** error) const {
    return {library_->rng_construct(static_cast<unsigned>(seed ^ (seed >> 32)), error), library_->rng_destruct};
  }

  [[nodiscard]] std::string take(char* error) const { return with_places(library_->take(error), places_); }

  // Second derivatives.

  void hessian_times(const Vector& point, const Matrix& vectors, Matrix& products) const override {
    if (!info_.has_hessian_products || refuses_products_) return differences_.hessian_times(point, vectors, products);
    products.resize(vectors.rows(), dimension_);
    count_gradients(2 * vectors.rows());  // about what a product costs
    Vector vector(dimension_), product(dimension_);
    for (Index k = 0; k < vectors.rows(); ++k) {
      vector = vectors.row(k).transpose();
      char* error = nullptr;
      double value = 0;
      if (library_->log_density_hessian_vector_product(model_, propto_, true, point.data(), vector.data(), &value,
                                                       product.data(), &error) != 0) {
        static_cast<void>(take(error));
        refuses_products_ = true;  // some export the function and have nothing behind it
        return differences_.hessian_times(point, vectors, products);
      }
      products.row(k) = product.transpose();
    }
  }

  // Values on the constrained scale.

  std::vector<std::string> names() const override { return split_names(library_->param_names(model_, true, true)); }
  Index parameter_count() const override { return library_->param_num(model_, false, false); }
  Index computed_count() const override { return library_->param_num(model_, true, false); }

  Index compute(const Matrix& draws, std::uint64_t seed, const StopRule& stop, Matrix& values) const override {
    const Index count = library_->param_num(model_, true, true), certain = computed_count();
    values.resize(draws.rows(), count);
    char* error = nullptr;
    const Rng rng = make_rng(seed, &error);
    if (!rng) throw InputError({info_.name, 0, 0}, "no random numbers: " + take(error));
    Vector point(dimension_), row(count);
    std::string why;
    const auto constrain = [&](bool computed, bool drawn) {
      char* message = nullptr;
      if (library_->param_constrain(model_, computed, drawn, point.data(), row.data(), rng.get(), &message) == 0) return true;
      why = take(message);
      row.setConstant(kNaN);
      return false;
    };
    Index done = 0;
    for (; done < draws.rows() && !(stop && stop(done)); ++done) {
      point = draws.row(done).transpose();
      row.setConstant(kNaN);
      if (!constrain(true, true)) {  // where the last of them cannot be had, the others often can
        count_failure(why);
        if (const StanModel* const fewer = with_fewer_values()) {
          const ModelUseScope counted_already(nullptr);
          Matrix first;
          fewer->quantities()->compute(draws.row(done), seed, first);
          row.head(first.cols()) = first.row(0).transpose();
        } else if (certain == count || !constrain(true, false)) {
          constrain(false, false);
        }
      }
      values.row(done) = row.transpose();
    }
    if (done < draws.rows()) values.conservativeResize(done, count);
    return done;
  }

  // Null if there is none, or it is of other values.
  const StanModel* with_fewer_values() const {
    std::call_once(is_with_fewer_values_made_, [this] {
      const auto make = std::exchange(make_with_fewer_values_, nullptr);
      if (!make) return;
      try {
        with_fewer_values_ = make();
      } catch (const InputError&) {
        return;  // then the library may have some
      }
      const Quantities* const fewer = with_fewer_values_->quantities();
      const std::vector<std::string> all = names(), first = fewer != nullptr ? fewer->names() : all;
      if (with_fewer_values_->dimension() != dimension_ || first.size() >= all.size() ||
          !std::equal(first.begin(), first.end(), all.begin()))
        with_fewer_values_.reset();
    });
    return with_fewer_values_.get();
  }

  Vector unconstrain(const std::string& json) const override {
    if (library_->param_unconstrain_json == nullptr)
      throw InvalidArgument("unconstrain", "init", info_.name, "the library lacks bs_param_unconstrain_json");
    Vector point(dimension_);
    char* error = nullptr;
    if (library_->param_unconstrain_json(model_, json.c_str(), point.data(), &error) != 0)
      throw InvalidArgument("unconstrain", "init", info_.name, take(error));
    return point;
  }

  Vector unconstrain_values(const Vector& values) const override {
    if (library_->param_unconstrain == nullptr)
      throw InvalidArgument("unconstrain_values", "values", info_.name, "the library lacks bs_param_unconstrain");
    Vector point(dimension_);
    char* error = nullptr;
    if (library_->param_unconstrain(model_, values.data(), point.data(), &error) != 0)
      throw InvalidArgument("unconstrain_values", "values", info_.name, take(error));
    return point;
  }

  std::shared_ptr<const StanLibrary> library_;
  bool propto_;
  bs_model* model_ = nullptr;
  Index dimension_ = 0;
  StanModelInfo info_;
  std::unique_ptr<StanModel> prior_;
  DifferenceCurvature differences_;
  std::vector<std::pair<std::string, std::string>> places_;
  mutable std::atomic<bool> refuses_products_ = false;
  mutable std::function<std::unique_ptr<StanModel>()> make_with_fewer_values_;
  mutable std::unique_ptr<StanModel> with_fewer_values_;
  mutable std::once_flag is_with_fewer_values_made_;
  mutable std::vector<std::string> parameter_names_;
  mutable std::once_flag are_parameters_named_;
};

}  // namespace

std::unique_ptr<StanModel> make_stan_model(const StanModelOptions& options) {
  return std::make_unique<CompiledModel>(options);
}

bool is_loadable_stan_library(const std::string& library) {
  try {
    return StanLibrary::open(library) != nullptr;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace g2t

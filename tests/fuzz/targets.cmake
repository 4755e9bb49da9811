# What is fuzzed: TARGET_fuzz.cpp is a target, corpus/TARGET its inputs, dictionaries/TARGET.dict its words if it has any.
set(fuzz_targets candidates costs csv draws encoding fit_page gaussian gzip json libsvm number option points recipe runs
  solve stan_code stan_data stan_info stan_names stan_program study)

# The picture of compare.R, of fits$sleep and fits$urine beside nuts.csv.
suppressPackageStartupMessages({
  library(ggplot2)
  library(bayesplot)
})
color_scheme_set("teal")
titles <- theme(plot.title = element_text(size = 11, face = "bold"), plot.title.position = "plot",
                plot.margin = margin(6, 14, 6, 6))
plain <- theme_minimal(base_size = 11) + titles + theme(panel.grid.minor = element_blank())
bayesplot_theme_set(plain)

slopes <- sprintf("r_Subject[%s,Days]", levels(models$sleep[[2]]$Subject))
moments <- posterior::summarise_draws(posterior::subset_draws(as_draws_array(fits$sleep), slopes), "mean", "sd")
by_g2t <- data.frame(variable = moments$variable, mean = as.numeric(moments$mean), sd = as.numeric(moments$sd))
both <- rbind(cbind(by = "g2t, 2,000 draws", by_g2t),
              cbind(by = "brms's NUTS, 20,000 draws", subset(reference, model == "sleep" & variable %in% slopes)[names(by_g2t)]))
both$by <- factor(both$by, unique(both$by))
both$subject <- factor(sub(".*\\[(\\d+),.*", "\\1", both$variable), rev(levels(models$sleep[[2]]$Subject)))
groups <- ggplot(both, aes(mean, subject, xmin = mean - 1.645 * sd, xmax = mean + 1.645 * sd, color = by)) +
  geom_vline(xintercept = 0, color = "grey70") +
  geom_pointrange(position = position_dodge(width = -0.6), size = 0.25, linewidth = 0.7) +
  scale_color_manual(values = c("#007a7a", "#b0522b")) + plain + theme(legend.position = "top") +
  labs(title = "Reaction ~ Days + (Days | Subject): slopes", x = "mean and 1.645 sds", y = "subject", color = NULL)

shown <- c("b_Intercept", "b_Days", "sd_Subject__Days", "sigma")
histograms <- mcmc_hist(as_draws_array(fits$sleep), pars = shown, facet_args = list(ncol = 2)) +
  labs(title = "The same: mcmc_hist() of bayesplot")
ages <- conditional_effects(fits$urine)$Age
curve <- ggplot(ages, aes(Age, estimate__)) +
  geom_point(data = models$urine[[2]], aes(Age, GAG), size = 0.6, color = "grey60") +
  geom_ribbon(aes(ymin = lower__, ymax = upper__), fill = "#007a7a", alpha = 0.3) +
  geom_line(color = "#006666", linewidth = 0.8) + plain +
  labs(title = "GAG ~ s(Age): conditional_effects() of brms", x = "Age", y = "GAG")
suppressMessages(suppressWarnings({
  svglite::svglite(picture, width = 10, height = 6.2)
  print(bayesplot_grid(groups, histograms, curve, grid_args = list(layout_matrix = rbind(c(1, 2), c(1, 3)))))
}))
invisible(dev.off())

"""The files of a fit, as _g2t.Fit would give them."""

import json

from g2t import _g2t
from g2t.errors import InputError, InvalidArgument


class SavedFiles:
    """What was read; texts stay as they were."""

    def __init__(self, prefix, texts, value_names, values, log_density, chains):
        self._prefix = prefix
        self._texts = texts
        self._values, self._log_density = values, log_density
        _, self.trace, self.selections, self.q, self.summary = texts
        self.value_names = value_names
        self.chains = chains
        details = json.loads(self.summary)
        self.warnings = [_g2t.in_keywords(entry["message"]) for entry in details["warnings"]]
        constrained = details["constrained"]
        self.are_arrays = bool(constrained)
        if constrained:  # the file's names may be those for cmdstanpy
            self.value_names = [entry["name"] for entry in constrained]
        self._dimension = details["dimension"]

    @classmethod
    def read(cls, prefix):
        prefix = prefix.removesuffix(".summary.json")
        return cls(prefix, *_g2t.read_saved(prefix))

    def log_density(self):
        return self._log_density

    def values(self):
        return self._values

    def draws(self):
        if self.are_arrays:
            raise InputError(f"{self._prefix}.csv has draws on the model's own scale alone, which fit.posterior gives: the "
                             "unconstrained ones are those of the fit before it was saved")
        return self._values[:, : self._dimension]

    def start(self):
        raise InvalidArgument(f"init: a fit that was read from files starts another one by its q: init='{self._prefix}.q.json'")

    def save(self, given):
        options = dict(given)
        if options["format"] != "plain":
            raise InvalidArgument(f"format = '{options['format']}': a fit that was read from files is written as it was read")
        return _g2t.write_saved(self._texts, options["output"], options["force"] == "true")


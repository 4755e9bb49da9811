"""What can go wrong. A status is no error: a fit that is not to be trusted is a result that says so."""


class Error(Exception):
    """Of all exceptions that the package raises itself. Those of a user's function come back as they are."""


class InvalidArgument(Error, ValueError):
    """A function was called with an argument or option that it cannot take."""


class InputError(Error, ValueError):
    """Data or a file that cannot be used.

    `file`, `line` and `column` say where, as far as that is known (0: it is not); `details` is what a compiler said.
    """

    file = ""
    line = 0
    column = 0
    details = ""

    def __str__(self):
        return super().__str__() + ("\n" + self.details if self.details else "")


class NotTrusted(Error):
    """Raised by Fit.raise_if_untrusted(); `fit` is the fit."""

    fit = None

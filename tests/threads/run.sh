#!/bin/sh
# Runs a program under the thread sanitizer, which needs addresses that are not too random; some containers cannot say so.
if setarch -R true 2>/dev/null; then exec setarch -R "$@"; fi
exec "$@"

#!/bin/sh
# Simulates data whose truth is known, fits them, asks why this estimator, and draws more.
set -eu
g2t=${G2T:-g2t}

"$g2t" simulate logistic --rows 2000 --features 10 --output people
"$g2t" fit logistic --data people.svm --output people
"$g2t" select logistic --data people.svm --q people.q.json
"$g2t" draw people.q.json -n 10000 --model logistic --data people.svm --output more.csv

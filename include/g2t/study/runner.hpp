// Runs the runs of a study, several at a time.
#pragma once

#include <g2t/study/plan.hpp>

#include <functional>
#include <vector>

namespace g2t {

/// Which runs are this process's own, when several share a study.
struct StudyShare {
  Index number = 1;  ///< from 1
  Index count = 1;
};

/// Every count-th block of a plan, without the runs that are done.
///
/// The share goes by a block's place in the plan, so that processes that know of different finished runs never take the
/// same one; and it has all estimators of a block, so that none of them is at home on one machine alone.
std::vector<RunKey> runs_to_do(const StudyPlan& plan, const std::vector<RunKey>& done, const StudyShare& share);

/// One run from start to end. If the fit throws, the record's status is "failed", with the message.
/// @param should_stop  true: ends at once; the record's status is then "interrupted"
RunRecord run_once(const StudyPlan& plan, const StudyData& data, const RunKey& key,
                   const std::function<bool()>& should_stop = {});

/// Runs `keys` in their order, `jobs` at a time. Runs that StudyData::exclusive_group() keeps apart do not overlap: later
/// ones of other models go first.
/// @param keep         is given each finished run, one at a time; interrupted ones are dropped
/// @param should_stop  true: runs in flight are given up
/// @throws whatever `keep` throws, after the others have ended
void run_all(const StudyPlan& plan, const StudyData& data, const std::vector<RunKey>& keys, Index jobs,
             const std::function<void(const RunRecord&)>& keep, const std::function<bool()>& should_stop = {});

}  // namespace g2t

import { authEndpoints } from './auth/endpoints.ts';
import { configEndpoints } from './config/endpoints.ts';
import { groupEndpoints } from './groups/endpoints.ts';
import { pushEndpoints } from './push/endpoints.ts';
import { noticeEndpoints } from './notices/endpoints.ts';
import { contactEndpoints } from './contacts/endpoints.ts';
import { messageEndpoints } from './messages/endpoints.ts';
import { callEndpoints } from './calls/endpoints.ts';
import { groupCallEndpoints } from './group-calls/endpoints.ts';
import { startPlacingCalls } from './group-calls/unit.ts';
import { startDroppingGone } from './group-calls/watch.ts';
import { uploadEndpoints } from './uploads/endpoints.ts';
import { fileEndpoints } from './files/endpoints.ts';
import { quotaEndpoints } from './quotas/endpoints.ts';
import { searchEndpoints } from './search/endpoints.ts';
import { emojiEndpoints } from './emoji/endpoints.ts';
import { friendEndpoints } from './friends/endpoints.ts';
import { momentEndpoints } from './moments/endpoints.ts';
import { previewEndpoints } from './previews/endpoints.ts';
import { startPruningAudit } from './audit/prune.ts';
import { startPruning } from './sync/prune.ts';
import { startPurging } from './messages/purge.ts';
import { startFinishingClearings } from './groups/clear.ts';
import { startFinishingDissolvings } from './groups/dissolve.ts';
import { startSweeping } from './uploads/sweep.ts';
import { startEndingUnanswered } from './calls/unanswered.ts';
import { startPushing } from './push/deliver.ts';
import { preferenceEndpoints } from './kept/endpoints.ts';
import { startDelivering } from './hooks/deliver.ts';
import { hookEndpoints } from './hooks/endpoints.ts';
import { inboxEndpoints } from './inbox/endpoints.ts';
import { mailDigestEndpoints } from './mail-digest/endpoints.ts';
import { startMailingDigests } from './mail-digest/send-digests.ts';
import { laterEndpoints } from './later/endpoints.ts';
import { startDoingLater } from './later/due.ts';
import { startEndingGuests } from './guests/end-guests.ts';
import { startLiftingQuiet } from './contacts/flags.ts';
import { startErasingDue } from './vanish/erase-due.ts';
import { botEndpoints } from './bots/endpoints.ts';
import { blockedEndpoints } from './blocked/endpoints.ts';
import { reportEndpoints } from './reports/endpoints.ts';
import { vanishEndpoints } from './vanish/endpoints.ts';
import { erasingEndpoints } from './erasing/endpoints.ts';
import { startFinishingErasures } from './erasing/erase-own.ts';
import { startFollowingLdap } from './ldap/follow.ts';
import { startLookingAtProviders } from './auth/openid.ts';
import { exportingEndpoints } from './exporting/endpoints.ts';
import { startIndexing } from './search/index-words.ts';
import { startCleaning, startFilling } from './upkeep/fill.ts';
import { startVerifying } from './upkeep/verify.ts';
import type { Core } from '../kernel/core.ts';
import type { RateCounter } from '../kernel/rate.ts';
import type { StopJob } from '../kernel/job.ts';
import type { Endpoint } from './endpoint.ts';

/** All that `http` knows of what the product does: the calls that each feature answers. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...authEndpoints,
  ...configEndpoints,
  ...groupEndpoints,
  ...pushEndpoints,
  ...mailDigestEndpoints,
  ...noticeEndpoints,
  ...contactEndpoints,
  ...messageEndpoints,
  ...laterEndpoints,
  ...inboxEndpoints,
  ...preferenceEndpoints,
  ...callEndpoints,
  ...groupCallEndpoints,
  ...uploadEndpoints,
  ...fileEndpoints,
  ...quotaEndpoints,
  ...searchEndpoints,
  ...emojiEndpoints,
  ...friendEndpoints,
  ...momentEndpoints,
  ...previewEndpoints,
  ...vanishEndpoints,
  ...blockedEndpoints,
  ...reportEndpoints,
  ...erasingEndpoints,
  ...exportingEndpoints,
  ...botEndpoints,
  ...hookEndpoints,
];

/** Recurring jobs of a server, for each feature with one. */
export const JOBS: readonly ((core: Core, rates: RateCounter) => StopJob)[] = [
  startPruning,
  startPruningAudit,
  startPurging,
  startFinishingClearings,
  startFinishingDissolvings,
  startSweeping,
  startEndingUnanswered,
  startDroppingGone,
  startPlacingCalls,
  startPushing,
  startMailingDigests,
  startDelivering,
  startIndexing,
  startDoingLater,
  startErasingDue,
  startFinishingErasures,
  startLiftingQuiet,
  startEndingGuests,
  startFollowingLdap,
  startLookingAtProviders,
  startFilling,
  startCleaning,
  startVerifying,
];

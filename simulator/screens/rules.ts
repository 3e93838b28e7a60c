import { albumsRule } from './albums.ts';
import { alertsRule } from './alerts.ts';
import { allowedRule } from './allowed.ts';
import { codesRule } from './codes.ts';
import { devicesRule } from './devices.ts';
import { fieldsRule } from './fields.ts';
import { filesRule } from './files.ts';
import { findingRule } from './finding.ts';
import { firstSettingsRule } from './first-settings.ts';
import { lengthsRule } from './lengths.ts';
import { markupRule } from './markup.ts';
import { momentsRule } from './moments.ts';
import { namesRule } from './names.ts';
import { numbersRule } from './numbers.ts';
import { orderRule } from './order.ts';
import { picturesRule } from './pictures.ts';
import { pollsRule } from './polls.ts';
import { quietHoursRule } from './quiet-hours.ts';
import { reactionsRule } from './reactions.ts';
import { richRule } from './rich.ts';
import { presenceRule } from './presence.ts';
import type { ScreenRule } from './screen-rule.ts';
import { standingRule } from './standing.ts';
import { talksRule } from './talks.ts';
import { targetsRule } from './targets.ts';
import { timersRule } from './timers.ts';
import { toldLinesRule } from './told-lines.ts';

export const SCREEN_RULES: readonly ScreenRule[] = [
  lengthsRule,
  numbersRule,
  picturesRule,
  filesRule,
  findingRule,
  richRule,
  pollsRule,
  toldLinesRule,
  albumsRule,
  markupRule,
  momentsRule,
  quietHoursRule,
  talksRule,
  standingRule,
  namesRule,
  devicesRule,
  alertsRule,
  orderRule,
  targetsRule,
  codesRule,
  timersRule,
  fieldsRule,
  allowedRule,
  reactionsRule,
  firstSettingsRule,
  presenceRule,
];

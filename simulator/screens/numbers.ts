import { alertLimits } from '../../src/domain/alert-limits.ts';
import { ANNOUNCER } from '../../src/domain/ids.ts';
import { LINK_LIVES_SEC, SLOW_SEC, groupLimits } from '../../src/domain/group-limits.ts';
import { keptLimits } from '../../src/domain/kept-limits.ts';
import { laterLimits } from '../../src/domain/later-limits.ts';
import * as limits from '../../src/domain/limits.ts';
import { goneChatsMax, storedFileLimits } from '../../src/domain/list-limits.ts';
import { passkeyLimits } from '../../src/domain/passkey-limits.ts';
import { blockLimits, directoryLimits } from '../../src/domain/people-limits.ts';
import { pollLimits } from '../../src/domain/poll-limits.ts';
import { reactionLimits } from '../../src/domain/reaction-limits.ts';
import { reportLimits } from '../../src/domain/report-limits.ts';
import { threadLimits } from '../../src/domain/thread-limits.ts';
import { vanishLimits } from '../../src/domain/vanish-limits.ts';
import { muteOptionsSec } from '../../src/server/kernel/limits.ts';
import { PROMISED } from '../oracle/screens/numbers.ts';
import { differs } from './screen-rule.ts';
import type { ScreenRule } from './screen-rule.ts';

/** Created for each check: a constant may be computed when it is read. */
const constants = (): Readonly<Record<string, Readonly<Record<string, unknown>>>> => ({
  text: limits.textLimits,
  network: limits.networkLimits,
  people: limits.peopleLimits,
  pin: limits.pinLimits,
  image: limits.imageLimits,
  media: limits.mediaLimits,
  qr: limits.qrLimits,
  chat: limits.chatLimits,
  album: limits.albumLimits,
  moment: limits.momentLimits,
  upload: limits.uploadLimits,
  storedFile: storedFileLimits,
  push: limits.pushLimits,
  token: limits.tokenLimits,
  mailCode: limits.mailCodeLimits,
  alert: alertLimits,
  call: limits.callLimits,
  rich: limits.richLimits,
  group: groupLimits,
  offered: { slowSec: SLOW_SEC, linkLivesSec: LINK_LIVES_SEC },
  kept: keptLimits,
  later: laterLimits,
  stream: limits.streamLimits,
  outbox: limits.outboxLimits,
  display: limits.displayLimits,
  frame: limits.frameLimits,
  passkey: passkeyLimits,
  block: blockLimits,
  directory: directoryLimits,
  poll: pollLimits,
  reaction: reactionLimits,
  readBy: limits.readByLimits,
  report: reportLimits,
  thread: threadLimits,
  typing: limits.typingLimits,
  vanish: vanishLimits,
  alone: { goneChats: goneChatsMax, announcer: ANNOUNCER },
  ofServer: { muteOptionsSec },
});

/** Numbers promised by the rules are those both sides use. */
export const numbersRule: ScreenRule = {
  name: 'numbers',
  faults: () => {
    const product = constants();
    return Object.entries(PROMISED).flatMap(([group, numbers]) =>
      Object.entries(numbers).flatMap(([name, value]) =>
        differs(`${group}.${name}`, product[group]?.[name], value),
      ),
    );
  },
};

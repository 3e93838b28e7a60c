/** A limit of so many times per window, counted from the first (docs/limits.txt). */
export interface OracleLimit {
  readonly times: number;
  readonly windowMs: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const often = (times: number, windowMs = MINUTE): OracleLimit => ({ times, windowMs });

/** An address may do so many times what a person may. */
export const ADDRESS_FACTOR = 20;

/** Calls by how often a person may make them in a minute, where that is seldom. */
const SELDOM: readonly (readonly [OracleLimit, string])[] = [
  [
    often(120),
    `im: updateUserInfo setPrivacy editAccount editPassword prove
      getSecondStep beginSecondStep confirmSecondStep endSecondStep
      getPasskeys beginPasskey addPasskey renamePasskey removePasskey getOpenIds removeOpenId
      getBots renameBot removeBot addToken removeToken setBotProgram botCommands
      getLogins endLogin mailDigest search searchUser directory getOwnData getInbox inboxDone
    group: add joinGroup
    friend: add withdraw
    moments: add like comment
    files: index`,
  ],
  [
    often(240),
    `im: react readBy reactions vote closePoll voters locateMessage getThread followThread scheduleMessage
      changeScheduled sendScheduled discardScheduled setReminder getLater keep getKept
    emoji: add`,
  ],
  [
    often(600),
    `im: sendToMsg
    group: addGroupUser removeUser removeGroup editGroupName setNotice groupSetting setManager setNoSpeak
      changeOwner clearMessage addGroupLink endGroupLink answerGroupRequest
      addHook editHook renewHook removeHook addOutgoing editOutgoing removeOutgoing`,
  ],
  [
    often(30),
    `im: runCommand pressButton
    group: repeatDelivery`,
  ],
  [often(60), 'im: setTimer blockPerson report'],
  [often(600, 10 * MINUTE), 'im: eraseAccount addBot'],
  [often(5, 24 * 60 * MINUTE), 'im: exportData'],
];

/** The same of what anybody may ask without a login: of an address. */
const OF_ADDRESS: Readonly<Record<string, OracleLimit>> = {
  '/common/pub/askpasskey': often(600, 10 * MINUTE),
  '/common/pub/beginopenid': often(600, 10 * MINUTE),
  '/common/pub/finishopenid': often(600, 10 * MINUTE),
  '/common/pub/register': often(600, 10 * MINUTE),
  '/common/pub/checkversion': often(120),
  '/common/push/subscribe': often(120),
  '/common/push/decline': often(120),
  '/scan/g': often(120),
  '/scan/u': often(120),
};
const OPEN: ReadonlySet<string> = new Set([
  ...Object.keys(OF_ADDRESS),
  ...['login', 'sendcode', 'logout', 'offline', 'getsysteminfo'].map((call) => `/common/pub/${call}`),
]);

const OF_PERSON: ReadonlyMap<string, OracleLimit> = new Map([
  ...['uploadfile', 'uploadavatar', 'uploademoji', 'renew'].map(
    (call) => [`/common/upload/${call}`, often(240)] as const,
  ),
  ...SELDOM.flatMap(([limit, text]) =>
    text.split(/\n(?=\s*\w+:)/).flatMap((line) => {
      const [part = '', calls = ''] = line.split(':');
      const names = calls.trim().toLowerCase().split(/\s+/);
      return names.map((call) => [`/enterprise/${part.trim()}/${call}`, limit] as const);
    }),
  ),
]);

/** Every other call. */
const USUAL = often(30_000);

/** How often this call may be made, and whether that is counted for a person or for an address. */
export function expectedLimit(path: string): {
  readonly limit: OracleLimit;
  readonly of: 'person' | 'address';
} {
  const isOpen = OPEN.has(path);
  return {
    limit: (isOpen ? OF_ADDRESS[path] : OF_PERSON.get(path)) ?? USUAL,
    of: isOpen ? 'address' : 'person',
  };
}

export const wider = ({ times, windowMs }: OracleLimit): OracleLimit => ({
  times: times * ADDRESS_FACTOR,
  windowMs,
});

/** Limits counted beside the calls themselves. */
export const EXPECTED_LIMITS = {
  /** Logins of an address, or of a device that is known there. */
  login: often(600, 10 * MINUTE),
  codes: often(30, 10 * MINUTE),
  /** Messages and other items in a chat. */
  items: often(5_000, 10 * SECOND),
  /** Characters of marked words. */
  markup: often(131_072, 10 * SECOND),
  /** Bytes of answers. */
  answers: often(134_217_728),
  /** Views of groups by non-members. */
  preview: often(120),
  /** Wrong passwords for one account from one place, for all accounts there, and for one from everywhere. */
  wrong: often(6, 5 * MINUTE),
  wrongHere: often(120, 5 * MINUTE),
  wrongAnywhere: often(50, 10 * MINUTE),
  /** Names found taken by registering. */
  taken: often(120, 5 * MINUTE),
} as const;

/** Calls of one person that are under way at one time, and how long the next one waits. */
export const AT_ONCE = { times: 100, waitMs: SECOND } as const;
/** Only the newest search waits for the running one. */
export const SEARCH_WAIT_MS = 300;

/** A request that may have counted, and the interval of its time. */
export interface Countable {
  readonly fromMs: number;
  /** Infinity: it was never answered. */
  readonly untilMs: number;
  readonly cost: number;
}

/** Times of a node are whole milliseconds since its start. */
const ROUNDED_MS = 2;

/**
 * Returns true if enough was requested to justify a wait: it reveals when the window was opened by a request,
 * and since that moment the limit must have been reached.
 */
export function isRightWait(
  { times, windowMs }: OracleLimit,
  others: readonly Countable[],
  refused: Countable,
  waitMs: number,
): boolean {
  if (!(waitMs > 0) || waitMs > windowMs) return false;
  const openedFrom = refused.fromMs + waitMs - windowMs - ROUNDED_MS;
  const openedUntil = refused.untilMs + waitMs - windowMs + ROUNDED_MS;
  const overlaps = others.filter(({ fromMs, untilMs }) => untilMs >= openedFrom && fromMs <= refused.untilMs);
  return (
    overlaps.some(({ fromMs }) => fromMs <= openedUntil) &&
    overlaps.reduce((sum, { cost }) => sum + cost, refused.cost) > times
  );
}

/**
 * Tracks what certainly counted under one key, and reports when more was admitted than fits a window. It
 * starts after a moment without any possible count for the length of a window: only then the start of the
 * window is known.
 */
export class PassedCount {
  #windowFrom = Number.NEGATIVE_INFINITY;
  #quietFrom = Number.NEGATIVE_INFINITY;
  #passCount = 0;

  constructor(private readonly limit: OracleLimit) {}

  /** Adds in order of arrival; `hasPassed`: it counted and was not refused for the limit. True: too many. */
  add({ fromMs, untilMs, cost }: Countable, hasPassed: boolean): boolean {
    const { times, windowMs } = this.limit;
    if (fromMs > this.#quietFrom) {
      this.#windowFrom = fromMs;
      this.#passCount = 0;
    }
    this.#quietFrom = Math.max(this.#quietFrom, untilMs + windowMs + ROUNDED_MS);
    if (hasPassed && untilMs < this.#windowFrom + windowMs - ROUNDED_MS) this.#passCount += cost;
    return this.#passCount > times;
  }
}

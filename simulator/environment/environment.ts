import { Receivers } from './receivers.ts';
import { createWorldFiles } from './files.ts';
import type { Surroundings } from './surroundings.ts';
import type { Chance } from '../plan/random.ts';
import type { PushWatch } from './push-watch.ts';
import type { Subject } from '../plan/step.ts';
import type { FilePorts } from '../../src/ports/files.ts';
import type { Mail, MailMessage } from '../../src/ports/mail.ts';
import type { FoundPage, PageQuery, Pages } from '../../src/ports/pages.ts';
import type { Push, PushOutcome } from '../../src/ports/push.ts';
import type { Settings } from '../../src/server/kernel/core.ts';
import { previewLimits } from '../../src/server/kernel/limits.ts';

/** Services of a World's nodes beside the database, and their setup; only where users need them. */
export interface Environment {
  readonly settings: Settings;
  readonly uploads: FilePorts | null;
  readonly mail: Mail | null;
  /** The push service; null: none. */
  readonly push: Push | null;
  readonly pages: Pages | null;
  /** Programs that servers call; null: none. */
  readonly receivers: Receivers | null;
  /** Received mails, oldest first. */
  readonly letters: readonly MailMessage[];
}

const PLAIN: Settings = { registration: 'open', wireTime: 's' };

/** `onPush`: a node gave a notification to the push service. */
export function createEnvironment(
  around: Surroundings,
  subjects: ReadonlySet<Subject>,
  onPush: PushWatch['taken'],
): Environment {
  const letters: MailMessage[] = [];
  if (subjects.size === 0)
    return { settings: PLAIN, uploads: null, mail: null, push: null, pages: null, receivers: null, letters };
  return {
    settings: drawSettings(around, around.chance.fork('settings'), subjects),
    uploads: includesFiles(subjects, around.chance.fork('uploads')) ? createWorldFiles(around) : null,
    mail: subjects.has('account') ? mailIn(around, letters) : null,
    push: subjects.has('push') ? pushService(around, onPush) : null,
    pages: subjects.has('linking') ? createWorldPages(around) : null,
    receivers: subjects.has('programs') ? new Receivers(around) : null,
    letters,
  };
}

/**
 * Enables files where they are a subject, where the operator forbids some, or where mistakes involve them.
 */
const includesFiles = (subjects: ReadonlySet<Subject>, chance: Chance): boolean =>
  subjects.has('files') ||
  subjects.has('guiding') ||
  subjects.has('moments') ||
  subjects.has('linking') ||
  subjects.has('rule') ||
  (subjects.has('mistakes') && chance.happens(0.5));

/** Settings of a start, some of them by chance; each that is not as usual is counted. */
function drawSettings(around: Surroundings, chance: Chance, subjects: ReadonlySet<Subject>): Settings {
  const tight = chance.happens(0.4);
  const settings: Settings = {
    registration: chance.pick(['open', 'open', 'invite']),
    wireTime: chance.pick(['s', 's', 'ms']),
    publicUrl: chance.pick([null, 'https://parley.test']),
    allowOrigins: chance.pick([[], ['https://other.test']]),
    turnSecret: chance.pick([null, 'a secret of the relay']),
    waitMs: chance.pick([1_000, 1_000, 2_000]),
    erasedWords: wordsOf(around, subjects),
    quota: {
      messages: subjects.has('mistakes') && tight ? 120 : 50_000,
      files: subjects.has('files') && tight ? 12 : 5_000,
      filesMb: subjects.has('files') && chance.happens(0.5) ? 3 : 5_000,
      allFilesMb: subjects.has('files') && chance.happens(0.5) ? 6 : 0,
      diskFloorMb: chance.pick([1_000, 10]),
    },
  };
  const usual: Readonly<Record<string, boolean>> = {
    ERASED_WORDS: settings.erasedWords === 'stay',
    REGISTRATION: settings.registration === 'open',
    WIRE_TIME: settings.wireTime === 's',
    PUBLIC_URL: settings.publicUrl === null,
    ALLOW_ORIGINS: settings.allowOrigins?.length === 0,
    TURN_SECRET: settings.turnSecret === null,
    WAIT_MS: settings.waitMs === 1_000,
    QUOTA_MESSAGES: settings.quota?.messages === 50_000,
    QUOTA_FILES: settings.quota?.files === 5_000,
    QUOTA_FILES_MB: settings.quota?.filesMb === 5_000,
    QUOTA_ALL_FILES_MB: settings.quota?.allFilesMb === 0,
    DISK_FLOOR_MB: settings.quota?.diskFloorMb === 1_000,
  };
  for (const [name, isUsual] of Object.entries(usual)) if (!isUsual) around.count(`setting: ${name}`);
  return settings;
}

/** The fate of messages of users who end their account. */
const wordsOf = ({ chance }: Surroundings, subjects: ReadonlySet<Subject>): 'stay' | 'go' =>
  subjects.has('leaving') ? chance.fork('erased words').pick(['stay', 'go']) : 'stay';

const OUTCOMES: readonly PushOutcome[] = ['sent', 'gone', 'later', 'refused'];

/** A push service whose answers the endpoint defines: `https://push.test/gone/…`. */
const pushService = (around: Surroundings, onPush: PushWatch['taken']): Push => ({
  makeKeys: () => Promise.resolve({ publicKey: 'public', privateKey: 'private' }),
  allows: (endpoint) => Promise.resolve(endpoint.startsWith('https://push.test/')),
  send: ({ endpoint }, text) => {
    onPush(endpoint, text);
    const outcome = OUTCOMES.find((one) => endpoint.includes(`/${one}/`)) ?? 'sent';
    around.count('job: Pushing');
    around.count(`push: ${outcome}`);
    return Promise.resolve(outcome);
  },
});

/** A mail is delivered at once, or the mail server is unavailable. */
function mailIn(around: Surroundings, letters: MailMessage[]): Mail {
  return {
    send: (letter) => {
      if (around.weather.mailAway > 0) return Promise.reject(new Error('the mail server is away'));
      letters.push(letter);
      return Promise.resolve();
    },
  };
}

/** Pages of a World, defined by their addresses (`oracle/pages.ts`). */
function createWorldPages(around: Surroundings): Pages {
  return {
    find: (url, query) => {
      const [, kind = '', number = ''] = /^https:\/\/pages\.test\/([a-z]+)\/([\d.]+)$/.exec(url) ?? [];
      around.count(`page: ${kind === '' ? 'unknown' : kind}`);
      if (kind === 'slow') return ended(query);
      // Answers long after all users have read the message.
      if (kind === 'away') return later(around, query);
      return Promise.resolve(pageOf(kind, number, query));
    },
  };
}

function pageOf(kind: string, number: string, query: PageQuery): FoundPage | null {
  if (kind === 'image') return { kind: 'picture', bytes: new TextEncoder().encode(`photo-${number}.png`) };
  if (query.kind === 'picture' || !TITLED.has(kind)) return null;
  const picture = kind === 'picture' ? `https://pages.test/image/${number}` : null;
  return { kind: 'words', words: { title: `card${number}`, text: '', site: '', picture } };
}

const TITLED: ReadonlySet<string> = new Set(['good', 'picture', 'hidden']);

const ended = ({ signal }: PageQuery): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null));
  });

const later = async ({ clock }: Surroundings, query: PageQuery): Promise<null> => {
  const timeout = new Promise<null>((resolve) => {
    clock.setTimeout(() => resolve(null), previewLimits.requestMs / 2);
  });
  return Promise.race([timeout, ended(query)]);
};

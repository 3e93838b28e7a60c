import * as v from 'valibot';
import { argumentsOf } from '../admin/fields.ts';
import { demandFreshProof, prove } from '../features/auth/proof.ts';
import type { Proving } from '../features/auth/proof.ts';
import type { Admin } from '../admin/admin.ts';
import { COMMANDS, runCommand } from '../admin/run.ts';
import { code } from '../../wire/envelope.ts';
import type { CallRequest } from '../http/call-request.ts';
import type { Administration } from '../http/http-app.ts';
import { addressKey } from '../kernel/address-key.ts';
import { refusalAnswer, refusalEnvelope, refusedByStore, succeeded } from '../kernel/answer.ts';
import { consoleLimits as limits } from '../kernel/limits.ts';
import { wider } from '../kernel/rate.ts';
import type { RateCounter } from '../kernel/rate.ts';
import { Refusal, refusedForNow } from '../kernel/refusal.ts';
import type { LoginSession, RequestOrigin } from '../kernel/request.ts';
import { endedLogin, sessionOf } from '../kernel/session.ts';
import { languageOf } from '../kernel/texts.ts';
import type { TextLanguage } from '../kernel/texts.ts';
import { administratorRefusal, administratorStore } from './administrator.ts';
import { setLogo } from './logo.ts';
import { PARTS } from './parts.ts';
import type { ConsoleParts, ConsoleView } from './parts.ts';

const words = v.pipe(v.string(), v.maxLength(limits.givenLengthMax));
/** A list of people has many lines (INVITE-3). */
const isShort = (name: string, value: string): boolean =>
  value.length <= (name === 'list' ? limits.listLengthMax : limits.givenLengthMax);
const typed = v.optional(v.pipe(v.string(), v.maxLength(1_024)), '');
const schemas = {
  show: v.object({
    part: v.picklist(Object.keys(PARTS)),
    find: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
    by: v.optional(v.picklist(['number', 'room']), 'number'),
    page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)), 1),
    id: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
  }),
  run: v.object({
    words: v.picklist(COMMANDS.map((one) => one.words)),
    given: v.optional(
      v.pipe(
        v.record(v.string(), v.string()),
        v.maxEntries(limits.givenMax),
        v.check((given) => Object.entries(given).every(([name, value]) => isShort(name, value))),
      ),
      {},
    ),
  }),
  logo: v.object({ picture: v.string() }),
  prove: v.object({ password: typed, otp: typed, passkey: v.optional(words, '') }),
} as const;

type Saved = Extract<Awaited<ReturnType<Administration['answer']>>, { file: unknown }>;
type Answer = Refusal | { readonly data: unknown } | Saved;

/** Time for a command that runs to end. */
const BUSY_MS = 1_000;

/** Commands that are under way on this node. */
interface Running {
  count: number;
}

/** The administration in the browser; its commands are those of `npm run admin` (CONSOLE-1). */
export function createConsole(on: ConsoleParts, rates: RateCounter): Administration {
  const running: Running = { count: 0 };
  return {
    async answer(what, request, peer) {
      const language = languageOf(request.header('accept-language'));
      let answer: Answer;
      try {
        answer = await answerTo(on, rates, running, { what, request, peer, language });
      } catch (error) {
        answer = refusedByStore(error);
      }
      if (!(answer instanceof Refusal))
        return 'file' in answer ? answer : { envelope: succeeded(answer, language) };
      on.core.meter?.refusal(answer.reason);
      return { envelope: refusalEnvelope(refusalAnswer(answer, language)) };
    },
  };
}

interface Question {
  readonly what: 'show' | 'run' | 'prove' | 'logo';
  readonly request: CallRequest;
  readonly peer: RequestOrigin;
  readonly language: TextLanguage;
}

async function answerTo(
  on: ConsoleParts,
  rates: RateCounter,
  running: Running,
  { what, request, peer, language }: Question,
): Promise<Answer> {
  const { core } = on;
  const address = rates.take(`console @${addressKey(peer.address)}`, wider(limits.rate));
  if (address > 0) return refusedForNow('tooOften', address);
  const authorization = request.header('authorization');
  const session = await sessionOf(core, authorization);
  if (!session)
    return authorization ? endedLogin(core, authorization) : new Refusal('needLogin', { code: code.session });
  const wait = rates.take(`console ${session.user}`, limits.rate);
  if (wait > 0) return refusedForNow('tooOften', wait);
  const text = await request.text(what === 'logo' ? limits.logoTextMax : limits.bodyBytesMax);
  if (text instanceof Refusal) return text;
  const origin = core.settings.publicUrl ?? peer.origin ?? request.origin();
  const proving = { core, peer, tries: on.tries, session, origin };
  if (what === 'prove') return confirm(proving, text);
  const admin = adminOf(on, session, origin);
  try {
    if (what === 'logo') return await logo(admin, proving, text);
    return what === 'show'
      ? await show(on, admin, language, text)
      : await run(running, admin, proving, text, language);
  } catch (error) {
    return administratorRefusal(error);
  }
}

function adminOf(on: ConsoleParts, session: LoginSession, origin: string): Admin {
  const { core } = on;
  const { clock, ids, passwords, log, settings, uploads, engineFaults, mail, ldap, makeServices } = core;
  const by = `user ${session.user}`;
  return {
    store: administratorStore(core, session),
    clock,
    ids,
    passwords,
    registration: settings.registration,
    hasMail: mail !== null,
    hasLdap: Boolean(ldap),
    mail,
    present: { ldap: ldap ?? null, openIds: core.openIds ?? null },
    makeServices,
    environment: settings.environment,
    address: origin,
    hasPublicUrl: settings.publicUrl !== null,
    log,
    who: by,
    by,
    user: session.user,
    mayTouch: (user) => user.role !== 1 || user.id === session.user,
    files: () => (uploads ? Promise.resolve(uploads.files) : Promise.reject(new Error('no files here'))),
    engineFaults,
    // Used only if a file is requested: see `run`.
    save: () => Promise.reject(new Error('nothing is written here')),
  };
}

async function confirm(proving: Proving, text: string): Promise<Answer> {
  const read = parsed(schemas.prove, text);
  return read ? ((await prove(proving, read)) ?? { data: '' }) : new Refusal('badBody');
}

function parsed<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | null {
  try {
    const read = v.safeParse(schema, JSON.parse(text === '' ? '{}' : text));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

async function show(on: ConsoleParts, admin: Admin, language: TextLanguage, text: string): Promise<Answer> {
  const read = parsed(schemas.show, text);
  const part = read && PARTS[read.part];
  if (!part) return new Refusal('badBody');
  const { find, by, page, id } = read;
  const view: ConsoleView = { on, admin, language, query: { find, by, page, limit: limits.page }, id };
  // Texts alone need no look into the store, but are for administrators as well.
  await admin.store.read(() => Promise.resolve());
  const data = await part(view);
  return data instanceof Refusal ? data : { data };
}

/** A file is the one thing that no command takes (CONF-31). */
async function logo(admin: Admin, proving: Proving, text: string): Promise<Answer> {
  const read = parsed(schemas.logo, text);
  if (!read) return new Refusal('badBody');
  await admin.store.read(() => Promise.resolve());
  const refusal = await demandFreshProof(proving);
  if (refusal) return refusal;
  const address = await setLogo(admin, read.picture);
  return address instanceof Refusal ? address : { data: { logo: address } };
}

/** Runs one command on behalf of this administrator; the file it writes is the answer. */
async function run(
  running: Running,
  admin: Admin,
  proving: Proving,
  text: string,
  language: TextLanguage,
): Promise<Answer> {
  const read = parsed(schemas.run, text);
  const command = read && COMMANDS.find((one) => one.words === read.words);
  if (!command) return new Refusal('badBody');
  if (running.count >= limits.atOnce) return refusedForNow('tooOften', BUSY_MS);
  running.count += 1;
  try {
    const saved: Saved[] = [];
    const save: Admin['save'] = (_, body, name = `${command.words.replaceAll(' ', '-')}.jsonl`) =>
      Promise.resolve(void saved.push({ file: body, name }));
    // Some commands do not begin by reading the store.
    await admin.store.read(() => Promise.resolve());
    // A command not marked as reading needs the proof (CONSOLE-9).
    const refusal = command.isReading ? null : await demandFreshProof(proving);
    if (refusal) return refusal;
    const typed = command.takesPairs
      ? Object.entries(read.given).flat()
      : argumentsOf(command.takes, read.given);
    const { exit, lines, faults } = await runCommand({ ...admin, save }, command, typed, language);
    return saved[0] ?? { data: { isDone: exit === 0, lines, ...(faults && { faults }) } };
  } finally {
    running.count -= 1;
  }
}

import * as v from 'valibot';
import { logoLimits } from '../../domain/account-limits.ts';
import type { ReadTx, Store, UserRow } from '../../ports/store.ts';
import { code } from '../../wire/envelope.ts';
import { type Admin, change } from '../admin/admin.ts';
import { argumentsOf } from '../admin/fields.ts';
import { COMMANDS, executeCommand } from '../admin/run.ts';
import { type Proving, checkFreshProof, prove } from '../features/auth/proof.ts';
import { addServerEmoji } from '../features/emoji/server-emoji.ts';
import { logoAddress, logoKind, withoutOrigin } from '../features/config/logo.ts';
import type { CallRequest } from '../http/call-request.ts';
import type { Administration } from '../http/http-app.ts';
import { addressKey } from '../kernel/address-key.ts';
import { refusalAnswer, refusalEnvelope, refusedByStore, succeeded } from '../kernel/answer.ts';
import type { Core } from '../kernel/core.ts';
import { consoleLimits as limits } from '../kernel/limits.ts';
import { type RateCounter, wider } from '../kernel/rate.ts';
import { Refusal, refusedForNow } from '../kernel/refusal.ts';
import type { LoginSession, RequestOrigin } from '../kernel/request.ts';
import { endedLogin, sessionOf } from '../kernel/session.ts';
import { type TextLanguage, languageOf } from '../kernel/texts.ts';
import { type ConsoleParts, type ConsoleView, PARTS } from './parts.ts';
import { isFirstAdministrator, isAdministrator } from '../../domain/permissions.ts';

/** Aborts a transaction: the caller is not an administrator, or no longer one. */
class NoAdministrator extends Error {}

/** Aborts as well: this administrator must turn on two-step login first (CONSOLE-10). */
class NoSecondStep extends Error {}

/** Returns the administrator behind this login; null if the user is not one. */
async function administratorOf(tx: ReadTx, session: LoginSession, nowMs: number): Promise<UserRow | null> {
  const login = await tx.tokens.byHash(session.token, nowMs);
  const user = login?.user === session.user ? await tx.users.byId(session.user) : null;
  return user?.active === true && isAdministrator(user) ? user : null;
}

/** This server demands two-step login of administrators, and this one has not switched it on. */
async function lacksSecondStep(tx: ReadTx, user: UserRow['id']): Promise<boolean> {
  const { adminSecondStep = false } = (await tx.config.get()).config.sysInfo;
  return adminSecondStep && (await tx.secondSteps.get(user))?.isOn !== true;
}

/**
 * The store for an administrator: each read and each command first checks, in its own transaction, that they
 * still are one. A former administrator changes and sees nothing (CONSOLE-2).
 */
function administratorStore({ store, clock }: Pick<Core, 'store' | 'clock'>, session: LoginSession): Store {
  const proved = async <T>(tx: ReadTx, work: () => Promise<T>): Promise<T> => {
    if (!(await administratorOf(tx, session, clock.nowMs()))) throw new NoAdministrator();
    if (await lacksSecondStep(tx, session.user)) throw new NoSecondStep();
    return work();
  };
  return {
    write: (work, foretold) => store.write((tx) => proved(tx, () => work(tx)), foretold),
    read: (work) => store.read((tx) => proved(tx, () => work(tx))),
    readLong: (work) =>
      store.readLong
        ? store.readLong((tx, turn) => proved(tx, () => work(tx, turn)))
        : store.read((tx) => proved(tx, () => work(tx, () => Promise.resolve()))),
    epoch: () => store.epoch(),
    close: () => Promise.resolve(),
  };
}

/** The refusal for non-administrators; any other error is rethrown. */
function administratorRefusal(error: unknown): Refusal {
  if (error instanceof NoAdministrator) return new Refusal('noPermission');
  if (error instanceof NoSecondStep) return new Refusal('needSecondStep', { code: code.noSecondStep });
  throw error;
}

/** Makes an uploaded picture, as base64, the logo of this server; returns its address (CONF-31). */
async function setLogo(admin: Admin, picture: string): Promise<string | Refusal> {
  const bytes = bytesOf(picture);
  const kind = bytes && bytes.byteLength <= logoLimits.bytesMax ? logoKind(bytes) : null;
  if (bytes === null || kind === null)
    return new Refusal('logoKind', { facts: { kb: logoLimits.bytesMax / 1_024 } });
  const clean = await withoutOrigin(kind.type, bytes);
  const logo = { name: `${admin.ids.hex(8)}.${kind.ending}`, type: kind.type, body: textOf(clean) };
  const is = logoAddress(logo);
  await change(admin, 'logo set', async (tx, _, tell) => {
    const { config } = await tx.config.get();
    await tx.config.setLogo(logo);
    await tx.config.set({ ...config, sysInfo: { ...config.sysInfo, logo: is } });
    tell({ facts: { setting: 'sysInfo.logo', was: config.sysInfo.logo, is } });
  });
  return is;
}

function bytesOf(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  } catch {
    return null;
  }
}

/** One character for each byte, as `btoa` takes them. */
const textOf = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''));

const words = v.pipe(v.string(), v.maxLength(limits.argumentLengthMax));
/** A list of people has many lines (INVITE-3). */
const isShort = (name: string, value: string): boolean =>
  value.length <= (name === 'list' ? limits.listLengthMax : limits.argumentLengthMax);
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
        v.maxEntries(limits.argumentsMax),
        v.check((fields) => Object.entries(fields).every(([name, value]) => isShort(name, value))),
      ),
      {},
    ),
  }),
  logo: v.object({ picture: v.string() }),
  emoji: v.object({ name: words, picture: v.string() }),
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
  readonly what: Parameters<Administration['answer']>[0];
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
  if (!session || session.access || session.isGuest)
    return authorization ? endedLogin(core, authorization) : new Refusal('needLogin', { code: code.session });
  const wait = rates.take(`console ${session.user}`, limits.rate);
  if (wait > 0) return refusedForNow('tooOften', wait);
  const text = await request.text(
    what === 'logo' || what === 'emoji' ? limits.logoTextMax : limits.bodyBytesMax,
  );
  if (text instanceof Refusal) return text;
  const origin = core.settings.publicUrl ?? peer.origin ?? request.origin();
  const proving = { core, peer, tries: on.tries, session, origin };
  if (what === 'prove') return confirm(proving, text);
  const admin = { ...adminOf(on, session, origin), language };
  try {
    if (what === 'logo') return await logo(admin, proving, text);
    if (what === 'emoji') return await emoji(admin, proving, text);
    return what === 'show'
      ? await show(on, admin, language, text)
      : await execute(running, admin, proving, text);
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
    mayTouch: (user) => !isFirstAdministrator(user) || user.id === session.user,
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

/** A file is the one thing that no command takes (CONF-31, EMOJI-8). */
async function logo(admin: Admin, proving: Proving, text: string): Promise<Answer> {
  const read = parsed(schemas.logo, text);
  if (!read) return new Refusal('badBody');
  await admin.store.read(() => Promise.resolve());
  const refusal = await checkFreshProof(proving);
  if (refusal) return refusal;
  const address = await setLogo(admin, read.picture);
  return address instanceof Refusal ? address : { data: { logo: address } };
}

async function emoji(admin: Admin, proving: Proving, text: string): Promise<Answer> {
  const read = parsed(schemas.emoji, text);
  const bytes = read && bytesOf(read.picture);
  if (!bytes) return new Refusal('badBody');
  await admin.store.read(() => Promise.resolve());
  const refusal = await checkFreshProof(proving);
  if (refusal) return refusal;
  const { name } = read;
  const given = { user: proving.session.user, name, bytes };
  return (
    (await addServerEmoji(proving.core, given, (work) =>
      change(admin, 'emoji add', async (tx, _, tell) => {
        tell({ facts: { name } });
        return work(tx);
      }),
    )) ?? { data: '' }
  );
}

/** Runs one command on behalf of this administrator; the file it writes is the answer. */
async function execute(running: Running, admin: Admin, proving: Proving, text: string): Promise<Answer> {
  const read = parsed(schemas.run, text);
  const command = read && COMMANDS.find((one) => one.words === read.words);
  if (!command) return new Refusal('badBody');
  if (running.count >= limits.atOnce) return refusedForNow('tooOften', BUSY_MS);
  running.count += 1;
  try {
    const files: Saved[] = [];
    const save: Admin['save'] = (_, body, name = `${command.words.replaceAll(' ', '-')}.jsonl`) =>
      Promise.resolve(void files.push({ file: body, name }));
    // Some commands do not begin by reading the store.
    await admin.store.read(() => Promise.resolve());
    // A command not marked as reading needs the proof (CONSOLE-9).
    const refusal = command.isReading ? null : await checkFreshProof(proving);
    if (refusal) return refusal;
    const typed = command.hasPairs
      ? Object.entries(read.given).flat()
      : argumentsOf(command.synopsis, read.given);
    const { exit, lines, faults } = await executeCommand({ ...admin, save }, command, typed);
    return files[0] ?? { data: { isDone: exit === 0, lines, ...(faults && { faults }) } };
  } finally {
    running.count -= 1;
  }
}

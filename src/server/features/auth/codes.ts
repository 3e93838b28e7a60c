import type * as v from 'valibot';
import { duration, mailCodeLimits } from '../../../domain/limits.ts';
import { serverLimits } from '../../kernel/limits.ts';
import { addressKind } from '../../../domain/validation.ts';
import type { MailMessage } from '../../../ports/mail.ts';
import type { CodeKey, CodePurpose, ReadTx, UserRow, WriteTx } from '../../../ports/store.ts';
import type { sendCode as sendCall } from '../../../wire/calls/accounts.ts';
import { code as codes } from '../../../wire/envelope.ts';
import { command } from '../../kernel/core.ts';
import type { Core } from '../../kernel/core.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { say } from '../../kernel/texts.ts';
import type { TextLanguage } from '../../kernel/texts.ts';
import { Refusal, refusedForNow } from '../../kernel/refusal.ts';
import type { Context } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import { deviceOf, deviceIdFor } from './device.ts';
import { findNamed, type Named } from './named.ts';

const PURPOSES: Readonly<Record<1 | 2 | 3 | 4 | 5, CodePurpose>> = {
  1: 'login',
  2: 'register',
  3: 'password',
  4: 'account',
  5: 'proof',
};

/**
 * ACC-9. Sends a code for one purpose to one address; the answer never reveals whether an address has an
 * account.
 */
export async function sendCode(
  context: Context,
  { account: address, type }: v.InferOutput<typeof sendCall.body>,
): Promise<EndpointAnswer | Refusal> {
  const { core, language } = context;
  const kind = addressKind(address);
  if (kind === null) return new Refusal('addressKind');
  if (kind === 'phone') return new Refusal('smsOff');
  const { mail } = core;
  if (!mail) return new Refusal('mailOff');
  const purpose = PURPOSES[type];
  const { user: owner, account } = await core.store.read((tx) => ownerOf(tx, purpose, address));
  let refusal = authorizeOwner(context, purpose, owner);
  if (refusal) return refusal;
  const deviceProof = askerOf(context, purpose, owner);
  refusal = takeRate(context, deviceProof);
  if (refusal) return refusal;
  const [asker = ''] = askersOf(context, purpose);
  const key: CodeKey = { account, purpose, asker };
  const days = daysOf(context, account, deviceProof);
  const code = digits(core);
  refusal = await command(core, async (tx) => {
    const before = await tx.codes.get(key);
    const wait = before ? before.sentAtMs + mailCodeLimits.againMs - tx.nowMs : 0;
    // A clock that was set back since does not make it longer (TIME-7).
    if (wait > 0 && wait <= mailCodeLimits.againMs)
      return refusedForNow('codeSoon', wait, { sec: Math.ceil(wait / duration.SECOND) });
    for (const one of days) {
      const refusal = await countDay(tx, one);
      if (refusal) return refusal;
    }
    const hash = digestOf(core, key, code);
    await tx.codes.save({
      ...key,
      hash,
      sentAtMs: tx.nowMs,
      expiresAtMs: tx.nowMs + mailCodeLimits.lifeMs,
      tries: 0,
    });
    return null;
  });
  if (refusal) return refusal;
  try {
    await mail.send({
      // Never to another spelling of an account, which may be another mailbox.
      to: owner === null ? address : account,
      ...letter(core, language, isWanted(context, purpose, owner) ? code : null, owner),
    });
  } catch (error) {
    core.log.write('error', 'mail not sent', { error: String(error) });
    core.meter?.mail('failed');
    await command(core, async (tx) => {
      await tx.codes.end(key);
      for (const { name } of days) await tx.codes.undoDay(name);
    });
    return new Refusal('mailFailed', { code: codes.away });
  }
  core.meter?.mail('sent');
  return { msg: 'codeSent' };
}

/** A login compares usernames without case and width (ACC-24); everything else exactly. */
async function ownerOf(tx: ReadTx, purpose: CodePurpose, account: string): Promise<Named> {
  return purpose === 'login' ? findNamed(tx, account) : { user: await tx.users.byAccount(account), account };
}

/** A code for an existing account requires a live token of its owner. */
function authorizeOwner({ session }: Context, purpose: CodePurpose, owner: UserRow | null): Refusal | null {
  if (purpose === 'login' || purpose === 'register') return null;
  if (!session) return new Refusal('needLogin', { code: codes.session });
  if (purpose !== 'account' && owner?.id !== session.user) return new Refusal('ownAccountOnly');
  return null;
}

/** Returns true if the code would be usable. */
function isWanted({ session }: Context, purpose: CodePurpose, owner: UserRow | null): boolean {
  switch (purpose) {
    case 'login':
      return owner?.active === true;
    case 'register':
      return owner === null;
    case 'link':
    case 'newAddress':
    case 'undo':
    case 'proof':
    case 'proved':
    case 'password':
    case 'account':
      return owner === null || owner.id === session?.user;
  }
}

/**
 * Sends mail in every case: neither the answer, nor its time, nor an unavailable mail server reveals who has
 * an account (ACC-14).
 */
function letter(
  core: Core,
  language: TextLanguage,
  code: string | null,
  owner: UserRow | null,
): Pick<MailMessage, 'subject' | 'text'> {
  const { name } = core.config().sysInfo;
  if (code !== null)
    return { subject: say('codeSubject', language, { name }), text: say('codeText', language, { code }) };
  const text = say(owner?.active === true ? 'accountThereText' : 'accountMissingText', language);
  return { subject: say('accountSubject', language, { name }), text };
}

/** A known device, or a live session, has separate limits, which strangers cannot use up (LIMIT-12). */
function askerOf(context: Context, purpose: CodePurpose, owner: UserRow | null): string | null {
  if (isSignedIn(purpose)) return askersOf(context, purpose)[0] ?? null;
  return owner && deviceIdFor(context.core, deviceOf(context), owner.id);
}

function takeRate({ rates, peer }: Context, deviceProof: string | null): Refusal | null {
  const wait = rates.take(
    deviceProof === null ? `codes @${addressKey(peer.address)}` : `codes by ${deviceProof}`,
    serverLimits.codeRate,
  );
  return wait > 0 ? refusedForNow('tooOften', wait) : null;
}

const isSignedIn = (purpose: CodePurpose): boolean =>
  purpose === 'password' || purpose === 'account' || purpose === 'proof';

/**
 * Users of the code: only the requester, so that wrong attempts of others cannot end it (ACC-16). The first
 * is the requester.
 */
function askersOf(context: Context, purpose: CodePurpose): readonly string[] {
  const { session, peer } = context;
  if (isSignedIn(purpose)) return session ? [`u${session.user}`] : [];
  const { id } = deviceOf(context);
  // A device gets its number with its first login, which may occur between the two.
  return [...(id === null ? [] : [id]), `@${addressKey(peer.address)}`];
}

interface DayLimit {
  readonly name: string;
  readonly max: number;
}

/**
 * Codes of a day for one account: of a known device, or of strangers by address and all together (ACC-16).
 */
function daysOf({ core, peer }: Context, account: string, deviceProof: string | null): readonly DayLimit[] {
  const nameOf = (who: string) => core.passwords.digest(`codes ${account} ${who}`).slice(0, 32);
  const limit = (who: string, max: number): DayLimit => ({ name: nameOf(who), max });
  if (deviceProof !== null) return [limit(deviceProof, mailCodeLimits.dayKnownMax)];
  return [
    limit(`@${addressKey(peer.address)}`, mailCodeLimits.dayAddressMax),
    limit('strangers', mailCodeLimits.dayStrangersMax),
  ];
}

async function countDay(tx: WriteTx, { name, max }: DayLimit): Promise<Refusal | null> {
  const latestMs = tx.nowMs + duration.DAY;
  const day = await tx.codes.day(name, tx.nowMs);
  const { used, endsMs } = day && day.endsMs <= latestMs ? day : { used: 0, endsMs: latestMs };
  if (used >= max) return refusedForNow('codeMany', endsMs - tx.nowMs);
  await tx.codes.saveDay(name, { used: used + 1, endsMs });
  return null;
}

/**
 * True once for the right code; wrong ones are counted, and too many end the code. Runs in a separate
 * command, so that the count persists.
 */
async function takeCode(
  context: Context,
  account: string,
  purpose: CodePurpose,
  code: string,
): Promise<boolean> {
  const { core } = context;
  return command(core, async (tx) => {
    for (const asker of askersOf(context, purpose)) {
      const key: CodeKey = { account, purpose, asker };
      const row = await tx.codes.get(key);
      if (!row || row.expiresAtMs <= tx.nowMs) continue;
      // Counted before the check, so that concurrent attempts do not count as one.
      const tries = await tx.codes.countTry(key);
      if (tries === null || tries > mailCodeLimits.triesMax || row.hash !== digestOf(core, key, code))
        continue;
      await tx.codes.end(key);
      return true;
    }
    return false;
  });
}

export async function checkCode(
  context: Context,
  account: string,
  purpose: CodePurpose,
  code: string,
): Promise<Refusal | null> {
  if (code === '') return new Refusal('needCode');
  if (!(await takeCode(context, account, purpose, code))) return new Refusal('codeWrong');
  return null;
}

const digestOf = ({ passwords, secret }: Core, { account, purpose, asker }: CodeKey, code: string): string =>
  passwords.mac(secret, `code ${purpose} ${asker} ${account} ${code}`);

/** 48 random bits: how little the remainder leans is far below what five tries could use. */
const digits = ({ ids }: Core): string =>
  String(Number.parseInt(ids.hex(6), 16) % 10 ** mailCodeLimits.digits).padStart(mailCodeLimits.digits, '0');

import type * as v from 'valibot';
import { duration, mailCode } from '../../../domain/limits.ts';
import { addressKind } from '../../../domain/validation.ts';
import type { CodePurpose } from '../../../ports/store.ts';
import type { sendCode as sendCall } from '../../../wire/calls/accounts.ts';
import { code as codes } from '../../../wire/envelope.ts';
import { command } from '../../core.ts';
import type { Core } from '../../core.ts';
import { say } from '../../http/texts.ts';
import { Refused, later } from '../../refused.ts';
import type { Answer, Context } from '../context.ts';

const PURPOSES: Readonly<Record<1 | 2 | 3 | 4, CodePurpose>> = { 1: 'login', 2: 'register', 3: 'password', 4: 'account' };

/** ACC-9. A code for one purpose to one address; nobody learns here whether an address has an account. */
export async function sendCode(context: Context, { account, type }: v.InferOutput<typeof sendCall.body>): Promise<Answer> {
  const { core, language } = context;
  const kind = addressKind(account);
  if (kind === null) throw new Refused('addressKind');
  if (kind === 'phone') throw new Refused('smsOff');
  const { mail } = core;
  if (!mail) throw new Refused('mailOff');
  const purpose = PURPOSES[type];
  const wanted = await isWanted(context, account, purpose);
  const code = digits(core);
  await command(core, async (tx) => {
    const known = await tx.codes.get(account, purpose);
    const wait = known ? known.sentAtMs + mailCode.againMs - tx.nowMs : 0;
    if (wait > 0) throw later('codeSoon', wait, { sec: Math.ceil(wait / duration.SECOND) });
    const hash = digestOf(core, account, purpose, code);
    await tx.write.putCode({ account, purpose, hash, sentAtMs: tx.nowMs, expiresAtMs: tx.nowMs + mailCode.lifeMs, tries: 0 });
  });
  if (wanted) {
    const { name } = core.config().sysInfo;
    try {
      await mail.send({ to: account, subject: say('codeSubject', language, { name }), text: say('codeText', language, { code }) });
    } catch (error) {
      core.log.write('error', 'mail not sent', { error: String(error) });
      await command(core, (tx) => tx.write.endCode(account, purpose));
      throw new Refused('mailFailed', { code: codes.away });
    }
  }
  return { msg: 'codeSent' };
}

/** A code for one's own account is for the owner of a live token; without an account nothing is sent. */
async function isWanted({ core, session }: Context, account: string, purpose: CodePurpose): Promise<boolean> {
  const owner = await core.store.read((tx) => tx.users.byAccount(account));
  switch (purpose) {
    case 'login':
      return owner?.active === true;
    case 'register':
      return owner === null;
    case 'password':
    case 'account': {
      if (!session) throw new Refused('needLogin', { code: codes.session });
      const mine = owner?.id === session.user;
      if (purpose === 'password' && !mine) throw new Refused('ownAccountOnly');
      return mine || owner === null;
    }
  }
}

/** True once for the right code; a wrong one is counted, and too many end the code. In a command of its own, so that it stays counted. */
export async function takeCode(core: Core, account: string, purpose: CodePurpose, given: string): Promise<boolean> {
  if (given === '') return false;
  return command(core, async (tx) => {
    const row = await tx.codes.get(account, purpose);
    if (!row || row.expiresAtMs <= tx.nowMs) return false;
    // Counted before it is looked at, so that tries side by side are not one.
    const tries = await tx.write.countCodeTry(account, purpose);
    if (tries === null || tries > mailCode.triesMax) return false;
    if (row.hash !== digestOf(core, account, purpose, given)) return false;
    await tx.write.endCode(account, purpose);
    return true;
  });
}

export async function demandCode(core: Core, account: string, purpose: CodePurpose, given: string): Promise<void> {
  if (given === '') throw new Refused('needCode');
  if (!(await takeCode(core, account, purpose, given))) throw new Refused('codeWrong');
}

const digestOf = ({ passwords, secret }: Core, account: string, purpose: CodePurpose, code: string): string =>
  passwords.mac(secret, `code ${purpose} ${account} ${code}`);

/** 48 random bits: how little the remainder leans is far below what five tries could use. */
const digits = ({ ids }: Core): string =>
  String(Number.parseInt(ids.hex(6), 16) % 10 ** mailCode.digits).padStart(mailCode.digits, '0');

import { wrongTryLimits as limits, wrongTryLimits } from '../../../domain/account-limits.ts';
import type { UserRow } from '../../../ports/store.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { type Core, command } from '../../kernel/core.ts';
import { auditLimits, serverLimits } from '../../kernel/limits.ts';
import { type Rate, type RateCounter, wider } from '../../kernel/rate.ts';
import { Refusal, refusedForNow } from '../../kernel/refusal.ts';
import type { Reason } from '../../kernel/texts.ts';
import { TurnsByKey } from '../../kernel/turns.ts';
import type { Context } from '../context.ts';
import { passwordFits } from './new-password.ts';
import { noteSecurity } from './security-notes.ts';

/** After more than five wrong ones the next has to wait (ACC-3). */
const WRONG: Rate = {
  times: serverLimits.wrongPasswordsMax + 1,
  windowMs: serverLimits.wrongPasswordsWindowMs,
};
/** Wrong passwords of an address as a whole, and accounts found taken from there. */
export const ADDRESS_WRONG = wider(WRONG);

const MANY: Rate = { times: wrongTryLimits.many, windowMs: wrongTryLimits.dayMs };
const ONCE: Rate = { times: 1, windowMs: wrongTryLimits.dayMs };

/** One password for one account. */
export interface Attempt {
  readonly account: string;
  /** Null: the account does not exist, which the answer must not reveal (ACC-14). */
  readonly user: UserRow | null;
  readonly password: string;
  /** Proof that this account was used from here earlier; null from strangers. */
  readonly deviceProof: string | null;
}

/** The same for another check than a password, such as the second-step code (SECOND-2). */
type Checked = Omit<Attempt, 'password'> & { readonly check: () => Promise<boolean | Refusal> };

interface Count {
  readonly key: string;
  readonly rate: Rate;
}

/**
 * Wrong passwords are counted after the check, so that concurrent right ones never reach a limit (ACC-3).
 * Attempts on one account from one place therefore take turns: each knows the result of the previous one, and
 * none bypasses the limit.
 */
export class Tries {
  readonly refused: RefusedLogins;
  private readonly ofAccount = new TurnsByKey(1, serverLimits.triesWaitingMax);
  private readonly ofPlace = new TurnsByKey(serverLimits.hashesAtOnce, serverLimits.hashesWaitingMax);

  constructor(
    private readonly core: Core,
    private readonly rates: RateCounter,
  ) {
    this.refused = new RefusedLogins(core, rates);
  }

  /** Returns whether the password is right; a refusal after too many wrong ones. */
  right({ peer }: Pick<Context, 'peer'>, attempt: Attempt | Checked): Promise<boolean | Refusal> {
    const address = addressKey(peer.address);
    const counts = this.countsOf(attempt, address);
    const [{ key } = { key: '' }] = counts;
    const look = async (): Promise<boolean | Refusal> => {
      const wait = Math.max(
        ...(await this.activeCounts(attempt, counts)).map((count) =>
          this.rates.waitMsOf(count.key, count.rate),
        ),
      );
      if (wait > 0) return refusedForNow('passwordTries', wait);
      const right = await ('check' in attempt ? attempt.check() : passwordFits(this.core, attempt));
      if (right instanceof Refusal) return right;
      if (!right) for (const count of counts) this.spend(count);
      return right;
    };
    // Nor do strangers fill the queue that a known device waits in.
    return this.ofAccount.execute(key, () => this.ofPlace.execute(attempt.deviceProof ?? address, look));
  }

  /** After many wrong ones of a day, the next ones count for longer (ACC-22). */
  private spend({ key, rate }: Count): void {
    // Behind one address there are many users, and some of them are wrong each day.
    if (rate === ADDRESS_WRONG) return this.rates.spend(key, rate, 1);
    const ofDay = `day ${key}`;
    const windowMs = wrongTryWindowMs(this.rates.usageOf(ofDay), rate.windowMs);
    this.rates.spend(key, { ...rate, windowMs }, 1);
    this.rates.spend(ofDay, MANY, 1);
  }

  /** The owner reads on their devices, once a day, that many were wrong (ACC-21). */
  async wrong(account: string, digest: string): Promise<void> {
    const { core, rates } = this;
    const key = `wrong ${digest}`;
    rates.spend(key, MANY, 1);
    if (rates.usageOf(key) < MANY.times || rates.take(`told ${digest}`, ONCE) > 0) return;
    await command(core, async (tx, record) => {
      const user = await tx.users.byAccount(account);
      if (user) await noteSecurity(tx, record, user.id, { what: 'wrongTries' });
    });
  }

  /**
   * The key contains the stored hash: a new password resets the count, also if an administrator set it
   * (ADMIN-6).
   */
  private countsOf(
    { account, user, deviceProof }: Omit<Attempt, 'password'>,
    address: string,
  ): readonly Count[] {
    const { core } = this;
    const subject = core.passwords.digest(`${account} ${user?.passwordHash ?? ''}`);
    // Strangers cannot use up the count of a known device (LIMIT-12).
    if (deviceProof !== null) return [{ key: `password ${subject} by ${deviceProof}`, rate: WRONG }];
    const here = [
      { key: `password ${subject} @${address}`, rate: WRONG },
      { key: addressCount(address), rate: ADDRESS_WRONG },
    ];
    // Limits guessing from many places; the place of the account's last use is exempt for its owner
    // (LIMIT-2).
    const home = user !== null && user.lastLoginIp !== '' && addressKey(user.lastLoginIp) === address;
    return home ? here : [...here, { key: `password ${subject}`, rate: serverLimits.strangePasswordRate }];
  }

  /**
   * A user just unlocked by an administrator does not wait because of others at the same address (ADMIN-6).
   */
  private async activeCounts(
    { user }: Pick<Attempt, 'user'>,
    counts: readonly Count[],
  ): Promise<readonly Count[]> {
    const blocked = counts.find(
      ({ key, rate }) => rate === ADDRESS_WRONG && this.rates.waitMsOf(key, rate) > 0,
    );
    if (!blocked || user === null) return counts;
    const since = this.core.clock.nowMs() - ADDRESS_WRONG.windowMs;
    const letInAt = await this.core.store.read((tx) => tx.letIn.at(user.id));
    return letInAt !== null && letInAt > since ? counts.filter((one) => one !== blocked) : counts;
  }
}

/**
 * Refused logins as audit entries, with a limit per address and in total: the excess is only logged, and the
 * next entry contains its number (AUDIT-3).
 */
export class RefusedLogins {
  private left = 0;

  constructor(
    private readonly core: Pick<Core, 'store' | 'hub' | 'passwords'>,
    private readonly rates: RateCounter,
  ) {}

  async note(address: string, account: string, reason: Reason): Promise<void> {
    const { rates, core } = this;
    const wait =
      rates.take(`audit @${address}`, auditLimits.refusedRate) ||
      rates.take('audit', auditLimits.refusedOfAllRate);
    if (wait > 0) return void (this.left += 1);
    const facts = { address, reason, ...(this.left > 0 ? { left: this.left } : {}) };
    this.left = 0;
    await command(core, (tx) =>
      noteAudit(core.passwords, tx, {
        by: 'nobody',
        what: 'login refused',
        about: `account ${account}`,
        facts,
      }),
    );
  }
}

/** A known device has a separate rate, which strangers at its address cannot use up (LIMIT-12). */
export function takeLoginRate(
  { rates, peer }: Pick<Context, 'rates' | 'peer'>,
  deviceProof: string | null,
): Refusal | null {
  const wait = rates.take(
    deviceProof === null ? `login @${addressKey(peer.address)}` : `login by ${deviceProof}`,
    serverLimits.accountRate,
  );
  return wait > 0 ? refusedForNow('tooOften', wait) : null;
}

const addressCount = (address: string): string => `password @${address}`;

const WRONG_ONES: ReadonlySet<Reason> = new Set([
  'loginWrong',
  'passwordWrong',
  'codeWrong',
  'otpWrong',
  'passkeyWrong',
]);
const WATCHED: ReadonlySet<Reason> = new Set([...WRONG_ONES, 'openIdWrong', 'passwordTries']);

/**
 * Writes a log entry that log watchers may count (OPS-9). It contains a keyed digest of the account: users
 * type passwords into that field, too.
 */
export async function limitTries<T>(
  { core, peer, tries }: Pick<Context, 'core' | 'peer' | 'tries'>,
  account: string,
  work: () => Promise<T>,
): Promise<T> {
  const answer = await work();
  if (answer instanceof Refusal && WATCHED.has(answer.reason)) {
    const digest = core.passwords.mac(core.secret, `account ${account}`).slice(0, 16);
    core.meter?.loginRefused(answer.reason);
    core.log.write('warn', 'login refused', {
      address: peer.address,
      account: digest,
      reason: answer.reason,
    });
    await tries.refused.note(addressKey(peer.address), digest, answer.reason);
    if (WRONG_ONES.has(answer.reason)) await tries.wrong(account, digest);
  }
  return answer;
}

/**
 * How long wrong passwords or codes count together: the usual time at first. After twenty it doubles with
 * each five more, up to an hour (ACC-22).
 * @param wrong how many were wrong within a day
 */
function wrongTryWindowMs(wrong: number, usualMs: number): number {
  if (wrong < limits.many) return usualMs;
  const doublings = 1 + Math.floor((wrong - limits.many) / limits.doublesEach);
  return Math.max(usualMs, Math.min(limits.windowMaxMs, usualMs * 2 ** doublings));
}

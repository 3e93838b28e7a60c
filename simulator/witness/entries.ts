import { Entrances, expectedLogins } from '../oracle/entering.ts';
import type { OracleAccount } from '../oracle/entering.ts';
import { bodiesOf, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import { reasonOf } from './reasons.ts';
import type { Ran, WitnessedRequest } from './witnessed.ts';
import { bare } from './witness.ts';

/** Something that must have been so at some moment of the request. */
interface Need {
  readonly holds: (nowMs: readonly number[]) => boolean;
  readonly told: string;
}

interface Open {
  readonly asked: WitnessedRequest;
  needs: readonly Need[];
}

/** Calls that require the user's password again, and its field. */
const ASKS_PASSWORD: Readonly<Record<string, string>> = {
  editpassword: 'originalPassword',
  beginsecondstep: 'password',
  endsecondstep: 'password',
  beginpasskey: 'password',
  removeopenid: 'password',
  eraseaccount: 'password',
};

/** Calls that require a fresh proof of the session (ACC-27). */
const NEEDS_PROOF: ReadonlySet<string> = new Set(['endlogin', 'renamepasskey', 'removepasskey']);

/**
 * Every admitted user had the right password at that moment, and every refused one a wrong one; a login is
 * valid from its beginning to its end and at no other time; what protects an account changes by a fresh
 * session only; and the list of logins is correct (ACC-2, ACC-4, ACC-5, ACC-27, LOGINS-1, LOGINS-2, SECOND-2,
 * SIM-29).
 */
export class Entries {
  readonly #entrances = new Entrances();
  #open: Open[] = [];

  constructor(
    private readonly faults: string[],
    private readonly digest: (text: string) => string,
  ) {}

  receive(asked: WitnessedRequest): void {
    const needs = this.#needsOf(asked);
    if (needs.length > 0) this.#open.push({ asked, needs });
  }

  apply({ entries = [], ending }: Ran): void {
    for (const fact of entries) this.#entrances.apply(fact);
    if (ending) this.#entrances.apply({ what: 'erased', id: ending.user });
  }

  /** The moment before command `at`. */
  look(at: number): void {
    if (this.#open.length === 0) return;
    this.#open = this.#open.filter((one) => {
      const { asked } = one;
      const times = [asked.fromMs, asked.untilMs];
      one.needs = one.needs.filter(({ holds }) => !holds(times));
      if (one.needs.length === 0) return false;
      if (at < (asked.until ?? Number.POSITIVE_INFINITY) && at !== Number.POSITIVE_INFINITY) return true;
      const needTexts = one.needs.map((need) => need.told).join(', ');
      const answerText = `${asked.answer?.code} ${asked.answer?.msg}`;
      const what = `${asked.user ?? 'nobody'} asked ${asked.call} ${asked.body ?? ''}`;
      this.faults.push(`${what} and was answered ${answerText}, but never ${needTexts}`);
      return false;
    });
  }

  #needsOf(asked: WitnessedRequest): readonly Need[] {
    const { answer, call, user } = asked;
    const body = bodiesOf(asked.body)[0] ?? {};
    if (answer === null) return [];
    const reason = answer.code === 0 ? null : reasonOf(answer.msg);
    const needs = [...this.#ofLogin(asked, reason)];
    if (call === 'login') needs.push(...this.#entering(asked, body, reason));
    if (user === null || asked.token === null) return needs;
    const field = ASKS_PASSWORD[call];
    if (field !== undefined && !(call === 'editpassword' && textOf(body['code']) !== ''))
      needs.push(...this.#ofPassword(user, textOf(body[field]), reason, answer.code));
    if (call === 'getlogins' && answer.code === 0) needs.push(this.#listed(asked, user));
    if (NEEDS_PROOF.has(call) && answer.code === 0) needs.push(this.#proved(asked.token));
    if (call === 'endlogin') needs.push(...this.#endedBy(asked, user, textOf(body['id']), reason));
    if (call === 'logout' && answer.code === 0) needs.push(this.#gone(this.#loggedOut(asked, body)));
    return needs;
  }

  /** A login opens what needs one, and none that has ended does. */
  #ofLogin({ path, token, answer }: WitnessedRequest, reason: string | null): readonly Need[] {
    if (token === null || !path.toLowerCase().startsWith('/enterprise/')) return [];
    const hash = this.digest(bare(token));
    const may = (wanted: boolean) => (times: readonly number[]) =>
      times.some((nowMs) => (this.#entrances.mayAsk(hash, nowMs) ?? wanted) === wanted);
    if (reason === 'sessionEnded') return [{ holds: may(false), told: 'was that login over' }];
    return answer?.code === 0 ? [{ holds: may(true), told: 'was that login one' }] : [];
  }

  #entering(asked: WitnessedRequest, body: RequestBody, reason: string | null): readonly Need[] {
    const [account, password] = [textOf(body['account']).trim(), textOf(body['password'])];
    const others = ['code', 'openId', 'passkey'].some((name) => textOf(body[name]) !== '');
    if (account === '' || password === '' || others) return [];
    const whose = (): OracleAccount | undefined => this.#entrances.byName(account);
    const need = (told: string, holds: () => boolean): Need => ({
      told,
      holds: () => holds() || this.#entrances.isUnsure(account),
    });
    const opens = need('was that the password', () => this.#entrances.opens(account, password));
    const isIn = need('might they come in', () => whose()?.active !== false);
    const otp = textOf(body['otp']).trim();
    const careful = (on: boolean) =>
      need(`was a second step ${on ? 'on' : 'off'}`, () => whose()?.careful === on);
    if (reason === 'loginWrong')
      return [need('was that a wrong password', () => !this.#entrances.opens(account, password))];
    if (reason === 'accountDisabled')
      return [opens, need('were they locked out', () => whose()?.active !== true)];
    if (reason === 'needOtp') return otp === '' ? [opens, isIn, careful(true)] : [NEVER];
    if (reason === 'otpWrong') return otp === '' ? [NEVER] : [opens, isIn, careful(true)];
    if (reason !== null || asked.answer?.code !== 0) return [];
    const { userInfo } = asked.answer.data as { readonly userInfo?: { readonly user_id?: unknown } };
    const identity = need('was it theirs', () => whose()?.id === userInfo?.user_id);
    return [opens, isIn, identity, ...(otp === '' ? [careful(false)] : [])];
  }

  #ofPassword(user: number, given: string, reason: string | null, code: number): readonly Need[] {
    const { accounts, erased } = this.#entrances;
    const fits = (wanted: boolean) => () =>
      erased.has(user) || (accounts.get(user)?.password === given) === wanted;
    if (reason === 'passwordWrong') return [{ holds: fits(false), told: 'was that a wrong password' }];
    return code === 0 ? [{ holds: fits(true), told: 'was that the password' }] : [];
  }

  #proved(token: string): Need {
    const hash = this.digest(bare(token));
    return {
      holds: (times) => times.some((nowMs) => this.#entrances.isFresh(hash, nowMs)),
      told: 'had they proved that it is them',
    };
  }

  #nameOf = (token: string): string => this.digest(`login ${token}`).slice(0, 32);

  #listed({ token, answer }: WitnessedRequest, user: number): Need {
    const rows = Array.isArray(answer?.data)
      ? (answer.data as readonly Readonly<Record<string, unknown>>[])
      : [];
    const rowTexts = rows.map(({ id, device, place, since, used, current }) => [
      id,
      device,
      place,
      since,
      used,
      current === 1,
    ]);
    const isRightAt = (times: readonly number[]): boolean =>
      times.some((nowMs) => {
        const right = expectedLogins(
          this.#entrances,
          user,
          this.digest(bare(token ?? '')),
          nowMs,
          this.#nameOf,
        );
        const texts = (inMs: boolean) =>
          JSON.stringify(
            right?.map(({ id, device, place, sinceMs, usedMs, current }) => [
              id,
              device,
              place,
              inMs ? sinceMs : Math.floor(sinceMs / 1_000),
              inMs ? usedMs : usedMs / 1_000,
              current,
            ]),
          );
        return right === null || [texts(true), texts(false)].includes(JSON.stringify(rowTexts));
      });
    return { holds: isRightAt, told: `were those the logins of ${user}` };
  }

  #endedBy({ token }: WitnessedRequest, user: number, id: string, reason: string | null): readonly Need[] {
    const own = () => this.#entrances.loginsOf(user);
    const asking = this.digest(bare(token ?? ''));
    const isThere = () => own().some((one) => this.#nameOf(one.token) === id);
    if (reason === 'loginUnknown')
      return [{ holds: () => !isThere(), told: 'was there no such login of theirs' }];
    if (reason !== null) return [];
    if (id === 'others') {
      // An expired login counts as ended.
      const isOver = (other: string) => (nowMs: number) => this.#entrances.mayAsk(other, nowMs) !== true;
      const isOverAt = (times: readonly number[]) =>
        own().every((one) => one.token === asking || times.every(isOver(one.token)));
      return [{ holds: isOverAt, told: 'were all others over' }];
    }
    return [
      { holds: isThere, told: 'was there such a login of theirs' },
      { holds: () => !isThere(), told: 'was it over' },
    ];
  }

  #loggedOut({ token }: WitnessedRequest, { key }: RequestBody): string {
    return textOf(key) === '' ? this.digest(bare(token ?? '')) : textOf(key);
  }

  #gone(token: string): Need {
    // An expired login counts as ended.
    const isOver = (nowMs: number) => this.#entrances.mayAsk(token, nowMs) !== true;
    return {
      holds: (times) => !this.#entrances.logins.has(token) || times.some(isOver),
      told: 'was that login over',
    };
  }
}

const NEVER: Need = { holds: () => false, told: 'may that be said' };

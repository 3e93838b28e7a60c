import { Entrances, expectedLogins } from '../oracle/entering.ts';
import type { OracleAccount } from '../oracle/entering.ts';
import { bodiesOf, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import { reasonOf } from './reasons.ts';
import type { Ran, RecordedRequest } from './recorded.ts';
import { bare } from './recorder.ts';

/** Something that must have been so at some moment of the request. */
export interface Need {
  readonly isTrue: (nowMs: readonly number[]) => boolean;
  readonly question: string;
}

interface Open {
  readonly request: RecordedRequest;
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
const NEEDS_PROOF: ReadonlySet<string> = new Set([
  'endlogin',
  'renamepasskey',
  'removepasskey',
  'addtoken',
  'removebot',
]);

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

  /** `more`: what else must have been so. */
  receive(request: RecordedRequest, more: readonly Need[]): void {
    const needs = [...this.#needsOf(request), ...more];
    if (needs.length > 0) this.#open.push({ request, needs });
  }

  apply({ entries = [], ending }: Ran): void {
    for (const fact of entries) this.#entrances.apply(fact);
    if (ending) for (const id of [ending.user, ...ending.bots]) this.#entrances.apply({ what: 'erased', id });
  }

  /** The moment before command `at`. */
  look(at: number): void {
    if (this.#open.length === 0) return;
    this.#open = this.#open.filter((one) => {
      const { request } = one;
      const times = [request.fromMs, request.untilMs];
      one.needs = one.needs.filter(({ isTrue }) => !isTrue(times));
      if (one.needs.length === 0) return false;
      if (at < (request.until ?? Number.POSITIVE_INFINITY) && at !== Number.POSITIVE_INFINITY) return true;
      const needTexts = one.needs.map((need) => need.question).join(', ');
      const answerText = `${request.answer?.code} ${request.answer?.msg}`;
      const what = `${request.user ?? 'nobody'} asked ${request.call} ${request.body ?? ''}`;
      this.faults.push(`${what} and was answered ${answerText}, but never ${needTexts}`);
      return false;
    });
  }

  #needsOf(request: RecordedRequest): readonly Need[] {
    const { answer, call, user } = request;
    const body = bodiesOf(request.body)[0] ?? {};
    if (answer === null) return [];
    const reason = answer.code === 0 ? null : reasonOf(answer.msg);
    const needs = [...this.#ofLogin(request, reason)];
    if (call === 'login') needs.push(...this.#entering(request, body, reason));
    if (user === null || request.token === null) return needs;
    const field = ASKS_PASSWORD[call];
    if (field !== undefined && !(call === 'editpassword' && textOf(body['code']) !== ''))
      needs.push(...this.#ofPassword(user, textOf(body[field]), reason, answer.code));
    if (call === 'getlogins' && answer.code === 0) needs.push(this.#listed(request, user));
    if (NEEDS_PROOF.has(call) && answer.code === 0) needs.push(this.#proved(request.token));
    if (call === 'endlogin') needs.push(...this.#endedBy(request, user, textOf(body['id']), reason));
    if (call === 'logout' && answer.code === 0) needs.push(this.#needsEnd(this.#loggedOut(request, body)));
    return needs;
  }

  /** A login opens what needs one, and none that has ended does. */
  #ofLogin({ path, token, answer }: RecordedRequest, reason: string | null): readonly Need[] {
    if (token === null || !path.toLowerCase().startsWith('/enterprise/')) return [];
    const hash = this.digest(bare(token));
    const may = (expected: boolean) => (times: readonly number[]) =>
      times.some((nowMs) => (this.#entrances.mayAsk(hash, nowMs) ?? expected) === expected);
    if (reason === 'sessionEnded') return [{ isTrue: may(false), question: 'was that login over' }];
    return answer?.code === 0 ? [{ isTrue: may(true), question: 'was that login one' }] : [];
  }

  #entering(request: RecordedRequest, body: RequestBody, reason: string | null): readonly Need[] {
    const [account, password] = [textOf(body['account']).trim(), textOf(body['password'])];
    const others = ['code', 'openId', 'passkey'].some((name) => textOf(body[name]) !== '');
    if (account === '' || password === '' || others) return [];
    const whose = (): OracleAccount | undefined => this.#entrances.byName(account);
    const need = (question: string, isTrue: () => boolean): Need => ({
      question,
      isTrue: () => isTrue() || this.#entrances.isUnsure(account),
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
    if (reason !== null || request.answer?.code !== 0) return [];
    const { userInfo } = request.answer.data as { readonly userInfo?: { readonly user_id?: unknown } };
    const identity = need('was it theirs', () => whose()?.id === userInfo?.user_id);
    return [opens, isIn, identity, ...(otp === '' ? [careful(false)] : [])];
  }

  #ofPassword(user: number, password: string, reason: string | null, code: number): readonly Need[] {
    const { accounts, erased } = this.#entrances;
    const fits = (expected: boolean) => () =>
      erased.has(user) || (accounts.get(user)?.password === password) === expected;
    if (reason === 'passwordWrong') return [{ isTrue: fits(false), question: 'was that a wrong password' }];
    return code === 0 ? [{ isTrue: fits(true), question: 'was that the password' }] : [];
  }

  #proved(token: string): Need {
    const hash = this.digest(bare(token));
    return {
      isTrue: (times) => times.some((nowMs) => this.#entrances.isFresh(hash, nowMs)),
      question: 'had they proved that it is them',
    };
  }

  #nameOf = (token: string): string => this.digest(`login ${token}`).slice(0, 32);

  #listed({ token, answer }: RecordedRequest, user: number): Need {
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
    return { isTrue: isRightAt, question: `were those the logins of ${user}` };
  }

  #endedBy({ token }: RecordedRequest, user: number, id: string, reason: string | null): readonly Need[] {
    const own = () => this.#entrances.loginsOf(user);
    const asking = this.digest(bare(token ?? ''));
    const isThere = () => own().some((one) => this.#nameOf(one.token) === id);
    if (reason === 'loginUnknown')
      return [{ isTrue: () => !isThere(), question: 'was there no such login of theirs' }];
    if (reason !== null) return [];
    if (id === 'others') {
      // An expired login counts as ended.
      const isOver = (other: string) => (nowMs: number) => this.#entrances.mayAsk(other, nowMs) !== true;
      const isOverAt = (times: readonly number[]) =>
        own().every((one) => one.token === asking || times.every(isOver(one.token)));
      return [{ isTrue: isOverAt, question: 'were all others over' }];
    }
    return [
      { isTrue: isThere, question: 'was there such a login of theirs' },
      { isTrue: () => !isThere(), question: 'was it over' },
    ];
  }

  #loggedOut({ token }: RecordedRequest, { key }: RequestBody): string {
    return textOf(key) === '' ? this.digest(bare(token ?? '')) : textOf(key);
  }

  #needsEnd(token: string): Need {
    // An expired login counts as ended.
    const isOver = (nowMs: number) => this.#entrances.mayAsk(token, nowMs) !== true;
    return {
      isTrue: (times) => !this.#entrances.logins.has(token) || times.some(isOver),
      question: 'was that login over',
    };
  }
}

const NEVER: Need = { isTrue: () => false, question: 'may that be said' };

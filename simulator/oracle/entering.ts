/** An account, as far as it concerns logins. */
export interface OracleAccount {
  readonly id: number;
  account: string;
  password: string;
  active: boolean;
  /** A code of their app is required, too. */
  careful: boolean;
}

export interface OracleLogin {
  readonly user: number;
  readonly token: string;
  readonly sinceMs: number;
  readonly device: string;
  /** Place and minute of its last use. */
  place: string;
  minute: number;
  /** The last proof that the user is present; undefined: none since the login. */
  provedMs?: number;
}

export type EntryFact =
  | {
      readonly what: 'account';
      readonly id: number;
      readonly account?: string;
      readonly password?: string;
      readonly active?: boolean;
    }
  | { readonly what: 'careful'; readonly id: number; readonly on: boolean }
  | { readonly what: 'begun'; readonly login: OracleLogin }
  | { readonly what: 'used'; readonly token: string; readonly place: string; readonly minute: number }
  | { readonly what: 'proved'; readonly token: string; readonly atMs: number }
  | { readonly what: 'ended'; readonly token: string }
  | { readonly what: 'endedOf'; readonly user: number; readonly except: string }
  | { readonly what: 'erased'; readonly id: number };

const DAY_MS = 86_400_000;
/**
 * Lifetime of a login with margins: it ends automatically after thirty days, and clocks of a World may be
 * wrong by some of them.
 */
const SURELY_LIVES_MS = 20 * DAY_MS;
const MAY_LIVE_MS = 40 * DAY_MS;
/** A proof is valid for ten minutes; clocks of a World may be wrong by hours. */
const PROOF_MAY_LAST_MS = DAY_MS;

/** Accounts, their passwords, and their logins. */
export class Entrances {
  readonly accounts = new Map<number, OracleAccount>();
  readonly logins = new Map<string, OracleLogin>();
  /** Every login that there ever was. */
  readonly #everyToken = new Set<string>();
  /** Erased accounts, of which nothing is known any longer. */
  readonly erased = new Set<number>();
  #names = new Map<string, number>();

  apply(fact: EntryFact): void {
    if (fact.what === 'begun') this.#begins(fact.login);
    else if (fact.what === 'used') this.#recordUse(fact);
    else if (fact.what === 'proved') this.#proved(fact);
    else if (fact.what === 'ended') this.logins.delete(fact.token);
    else if (fact.what === 'endedOf')
      for (const { token } of this.loginsOf(fact.user)) {
        if (token !== fact.except) this.logins.delete(token);
      }
    else if (fact.what === 'erased') this.erased.add(fact.id);
    else if (fact.what === 'careful') Object.assign(this.#of(fact.id), { careful: fact.on });
    else this.#updateAccount(fact);
  }

  /** The owner of an account name; undefined if it has none, or that is unknown. */
  byName(account: string): OracleAccount | undefined {
    const id = this.#names.get(account);
    return id === undefined ? undefined : this.accounts.get(id);
  }

  /** Returns true if the owner of the name, or of one that differs in case, is unknown. */
  isUnsure(account: string): boolean {
    const low = account.toLowerCase();
    return [...this.accounts.values()].some(
      (one) => one.account.toLowerCase() === low && (one.account !== account || this.erased.has(one.id)),
    );
  }

  /** Returns true if the password opens the account. */
  opens(account: string, password: string): boolean {
    const match = this.byName(account);
    return match !== undefined && match.password === password;
  }

  loginsOf(user: number): readonly OracleLogin[] {
    return [...this.logins.values()].filter((one) => one.user === user);
  }

  /** Returns whether the login is valid; null: clocks decide that, or it never began here. */
  mayAsk(token: string, nowMs: number): boolean | null {
    if (!this.#everyToken.has(token)) return null;
    const login = this.logins.get(token);
    if (!login || this.accounts.get(login.user)?.active === false) return false;
    const age = nowMs - login.sinceMs;
    return age < SURELY_LIVES_MS ? true : age > MAY_LIVE_MS ? false : null;
  }

  /** Returns true if a login or proof of this session may be fresh (ACC-27), or the session is unknown. */
  isFresh(token: string, nowMs: number): boolean {
    const login = this.logins.get(token);
    return !login || nowMs - Math.max(login.sinceMs, login.provedMs ?? 0) < PROOF_MAY_LAST_MS;
  }

  #begins(login: OracleLogin): void {
    this.#everyToken.add(login.token);
    this.logins.set(login.token, login);
  }

  /** An older minute is ignored. */
  #recordUse({ token, place, minute }: Extract<EntryFact, { what: 'used' }>): void {
    const login = this.logins.get(token);
    if (login && minute >= login.minute) Object.assign(login, { place, minute });
  }

  #proved({ token, atMs }: Extract<EntryFact, { what: 'proved' }>): void {
    const login = this.logins.get(token);
    if (login) login.provedMs = atMs;
  }

  #of(id: number): OracleAccount {
    const existing = this.accounts.get(id);
    if (existing) return existing;
    const account = { id, account: '', password: '', active: true, careful: false };
    this.accounts.set(id, account);
    return account;
  }

  #updateAccount({ id, account, password, active }: Extract<EntryFact, { what: 'account' }>): void {
    const one = this.#of(id);
    if (account !== undefined) {
      if (this.#names.get(one.account) === id) this.#names.delete(one.account);
      this.#names.set(account, id);
      one.account = account;
    }
    if (password !== undefined) one.password = password;
    if (active !== undefined) one.active = active;
  }
}

/** A user's own login, as a list shows it. */
export interface ListedLogin {
  readonly id: string;
  readonly device: string;
  readonly place: string;
  readonly sinceMs: number;
  /** Minute of its last use; 0: unknown. */
  readonly usedMs: number;
  readonly current: boolean;
}

/**
 * The list of a user's logins at this moment (LOGINS-1): a public name, the method, the place, the start, and
 * which one asks. Null if clocks decide which of them are valid.
 */
export function expectedLogins(
  entrances: Entrances,
  user: number,
  asking: string,
  nowMs: number,
  nameOf: (token: string) => string,
): readonly ListedLogin[] | null {
  const own = entrances.loginsOf(user);
  if (own.some(({ sinceMs }) => nowMs - sinceMs >= SURELY_LIVES_MS)) return null;
  const newest = own.toSorted((a, b) => b.sinceMs - a.sinceMs || (a.token < b.token ? 1 : -1));
  return newest.map(({ token, device, place, sinceMs, minute }) => ({
    id: nameOf(token),
    device,
    place,
    sinceMs,
    usedMs: minute * 60_000,
    current: token === asking,
  }));
}

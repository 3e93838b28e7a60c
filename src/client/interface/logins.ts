import type {
  LoginFacts,
  MailDigestFacts,
  OpenIdFacts,
  OpenIdFound,
  PasskeyFacts,
} from '../../wire/answers/accounts.ts';
import type { Answer } from './answer.ts';

export type OwnLogin = LoginFacts;

export interface Proof {
  readonly password: string;
  readonly otp: string;
  readonly passkey: string;
  readonly code?: string;
}

/** The user's logins (LOGINS-1). */
export interface LoginActions {
  /**
   * Proves that the user is present (ACC-27): by password or a code to the proved address, with the second
   * step; or by a passkey alone.
   */
  prove(proof: Proof): Answer;
  /** The newest first. */
  logins(): Answer<readonly OwnLogin[]>;
  /** One of them, or `others`: all but the own one (LOGINS-2). */
  endLogin(id: OwnLogin['id']): Answer;
  /** Mails about unread messages: turns them on or off, or only asks for their state (DIGEST-1). */
  mailDigest(on?: boolean): Answer<MailDigestFacts>;
}

export type OpenId = OpenIdFacts;
export type { OpenIdFound };

/** Login through an external provider (OIDC-3), and the providers linked to the account (OIDC-6). */
export interface OpenIdActions {
  /** Returns the address to open in the browser. */
  beginOpenId(provider: string): Answer<{ readonly url: string }>;
  /** `answer`: the query that it came back with; `login` takes the ticket. */
  finishOpenId(provider: string, answer: string): Answer<OpenIdFound>;
  openIds(): Answer<{ readonly list: readonly OpenId[] }>;
  removeOpenId(id: OpenId['id'], password: string): Answer;
}

export type Passkey = PasskeyFacts;

/** The passkey challenge: the browser's own code reads it and returns a text. */
export type PasskeyQuestion = Readonly<Record<string, unknown>>;

/** The user's passkeys (PASSKEY-1), and login with one (PASSKEY-2). */
export interface PasskeyActions {
  /** The oldest first; `isPossible`: this server has an address that browsers make passkeys for. */
  passkeys(): Answer<{ readonly isPossible: boolean; readonly list: readonly Passkey[] }>;
  beginPasskey(password: string): Answer<PasskeyQuestion>;
  addPasskey(passkey: string, name: string): Answer;
  renamePasskey(id: Passkey['id'], name: string): Answer;
  removePasskey(id: Passkey['id']): Answer;
  /** Starts a login; `login` takes the browser's answer. */
  askPasskey(): Answer<PasskeyQuestion>;
}

/** The second step of the user's logins, after the password (SECOND-1). */
export interface SecondStepActions {
  secondStep(): Answer<{ readonly on: boolean; readonly recovery: number }>;
  /** Starts enrolling a code app; the step turns on once a code of that app has proved it. */
  beginSecondStep(password: string): Answer<{ readonly secret: string; readonly uri: string }>;
  /** Returns the recovery codes, which are shown only once. */
  confirmSecondStep(otp: string): Answer<readonly string[]>;
  endSecondStep(password: string, otp: string): Answer;
}

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Loaded with the first passkey: no first page has it. */
const library = () => import('@simplewebauthn/browser');

type Question = Readonly<Record<string, unknown>>;

/** The result of a passkey request: the browser's answer as text, or the reason of its absence. */
export type PasskeyOutcome =
  | { readonly ok: true; readonly answer: string }
  | { readonly ok: false; readonly why: 'absent' | 'stopped' | 'known' | 'address' | 'failed' };

async function attempt(work: (from: Awaited<ReturnType<typeof library>>) => Promise<object>) {
  try {
    const from = await library();
    if (!from.browserSupportsWebAuthn()) return { ok: false, why: 'absent' } as const;
    return { ok: true, answer: JSON.stringify(await work(from)) } as const;
  } catch (error) {
    return { ok: false, why: whyOf(error) } as const;
  }
}

/** Browsers report a refusal and a timeout the same way, so that pages learn nothing from it. */
function whyOf(error: unknown): 'stopped' | 'known' | 'address' | 'failed' {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return 'stopped';
    case 'InvalidStateError':
      return 'known';
    case 'SecurityError':
      return 'address';
    default:
      return 'failed';
  }
}

/** The server made the options for this same library, which checks them. */
export const makePasskey = (question: Question): Promise<PasskeyOutcome> =>
  attempt(({ startRegistration }) =>
    startRegistration({ optionsJSON: question as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );

export const takePasskey = (question: Question): Promise<PasskeyOutcome> =>
  attempt(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: question as unknown as PublicKeyCredentialRequestOptionsJSON }),
  );

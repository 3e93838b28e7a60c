import type { Authority, Proofs } from '../../ports/certificates.ts';
import { certificateLimits as limits } from './limits.ts';
import { certificateIn, readIfThere, writeWhole } from './certificate-folder-adapter.ts';

/** Loaded when a certificate is wanted: a start has one already. */
const library = () => import('acme-client');

interface AuthorityOptions {
  /** Storage of the account key. */
  readonly folder: string;
  readonly email: string | null;
  /** Null: the usual one. */
  readonly directory: string | null;
}

/** The directory of the authority that is asked without another setting. */
export const usualDirectory = async (): Promise<string> => (await library()).directory.letsencrypt.production;

/** An authority that speaks ACME; it looks for its proofs over plain HTTP (TLS-1). */
export function createAuthority({ folder, email, directory }: AuthorityOptions): Authority {
  return {
    async certify(names, proofs) {
      const acme = await library();
      const directoryUrl = directory ?? (await usualDirectory());
      await checkReachable(directoryUrl);
      const client = new acme.Client({
        directoryUrl: directoryUrl,
        accountKey: await accountKey(folder),
        backoffMin: limits.pollFirstMs,
      });
      const [key, csr] = await acme.crypto.createCsr(
        { commonName: names[0] ?? '', altNames: [...names] },
        await acme.crypto.createPrivateEcdsaKey(),
      );
      const chain = await inTime(
        client.auto({
          csr,
          ...(email !== null && { email }),
          termsOfServiceAgreed: true,
          challengePriority: ['http-01'],
          // It would ask this machine by its public name, which does not work from inside of every network.
          skipChallengeVerification: true,
          challengeCreateFn: async (_who, { token }, text) => void proofs.set(token, text),
          challengeRemoveFn: async (_who, { token }) => void proofs.delete(token),
        }),
        proofs,
      );
      const certificate = certificateIn(`${key.toString()}\n${chain}`, names);
      if (certificate === null)
        throw new Error('the authority sent a certificate that is not for this server');
      return certificate;
    },
  };
}

/** The library tries for a minute and then names no cause; this names the host and the cause at once. */
async function checkReachable(address: string): Promise<void> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(limits.reachMs) });
    await answer.body?.cancel();
  } catch (error) {
    const { message, cause } = error as Error & { readonly cause?: Error & { readonly code?: string } };
    throw new Error(
      `${new URL(address).host} cannot be reached (${cause?.code ?? cause?.message ?? message})`,
      {
        cause: error,
      },
    );
  }
}

/** The authority knows us by it: it is made once. */
async function accountKey(folder: string): Promise<string> {
  const stored = await readIfThere(folder, 'account.pem');
  if (stored?.includes('END') === true) return stored;
  const key = (await (await library()).crypto.createPrivateEcdsaKey()).toString();
  await writeWhole(folder, 'account.pem', key);
  return key;
}

/** An endless request counts as a failure, and is retried. */
async function inTime<T>(asking: Promise<T>, proofs: Proofs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), limits.askMs);
  });
  try {
    return await Promise.race([asking, late]);
  } finally {
    clearTimeout(timer);
    proofs.clear();
  }
}

import { releaseLimits as limits } from './release-limits.ts';

/** Reads the feed of releases; what is larger or slower than any feed is refused. */
export const readReleaseFeed = (address: string) => async (): Promise<unknown> => {
  const answer = await fetchFeed(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength;
    if (bytes > limits.bytesMax) throw new Error(`${address} is larger than ${limits.bytesMax} bytes`);
    parts.push(part);
  }
  return parsed(Buffer.concat(parts).toString(), address);
};

/** A page of an error or a login instead of the feed: the parser alone would name its first letter only. */
function parsed(text: string, address: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(
      `${new URL(address).host} (RELEASES_URL) does not return a feed of releases: it is no JSON`,
      {
        cause: error,
      },
    );
  }
}

/** "fetch failed" alone names neither the host nor the cause. */
async function fetchFeed(address: string): Promise<Response> {
  try {
    return await fetch(address, { signal: AbortSignal.timeout(limits.readMs), redirect: 'error' });
  } catch (error) {
    const { message, cause } = error as Error & { readonly cause?: Error & { readonly code?: string } };
    const why = cause?.code ?? cause?.message ?? message;
    throw new Error(`${new URL(address).host} (RELEASES_URL) cannot be reached: ${why}`, { cause: error });
  }
}

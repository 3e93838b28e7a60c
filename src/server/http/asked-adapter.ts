import type { IncomingMessage } from 'node:http';
import type { Asked } from './asked.ts';
import { Refusal } from '../kernel/refusal.ts';

/** Falls away in front of a body, as with every reader of texts of the platform. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A host that needs no second look; what else there is, the library judges. */
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d{1,5})?$/i;

/**
 * Whether this is a call whose body has a length and that length a limit, so that what is never read of it
 * may be drained by Node itself; forms, streams of no known length and strange hosts go another way.
 */
export function isPlainCall({ method, headers }: IncomingMessage, most: number): boolean {
  return (
    method === 'POST' && Number(headers['content-length']) <= most && PLAIN_HOST.test(headers.host ?? '')
  );
}

/** A call on a connection of Node: nothing is made of it that nobody asks for. */
export class AskedOnConnection implements Asked {
  readonly request = null;

  constructor(private readonly incoming: IncomingMessage) {}

  get url(): string {
    return this.incoming.url ?? '';
  }

  header(name: string): string | null {
    const value = this.incoming.headers[name];
    return typeof value === 'string' ? value : (value?.join(', ') ?? null);
  }

  origin(): string {
    return `http://${this.incoming.headers.host}`;
  }

  isGone(): boolean {
    return this.incoming.destroyed && !this.incoming.complete;
  }

  text(most: number): Promise<string | Refusal> {
    const { incoming } = this;
    if (Number(incoming.headers['content-length']) > most) return Promise.resolve(new Refusal('tooLarge'));
    return new Promise((resolve, reject) => {
      let whole: Buffer | null = null;
      incoming.on('data', (part: Buffer) => (whole = whole === null ? part : Buffer.concat([whole, part])));
      incoming.on('end', () => resolve(textOf(whole)));
      incoming.on('error', reject);
    });
  }
}

function textOf(bytes: Buffer | null): string {
  const text = bytes === null ? '' : bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

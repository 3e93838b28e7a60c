import type { FramedEvent } from '../../domain/events.ts';
import type { UserId } from '../../domain/ids.ts';
import { streamLimits as limits } from '../../domain/list-limits.ts';
import { decodeControl } from '../../wire/down/control.ts';
import { codeAgainMs } from './limits.ts';
import type { ClientStore, StoreParts } from './store.ts';

interface QueueParts {
  readonly self: () => UserId | null;
  readonly take: (framed: FramedEvent) => void;
  /** More came than may wait: the next bind's sync brings it (STREAM-13). */
  readonly onOverflow: () => void;
}

interface Waiting {
  readonly text: string;
  readonly stillThere: () => boolean;
}

/**
 * Queues frames from the socket to the store (STREAM-18). Before the code of streams is loaded only control
 * frames are read; the first other frame waits for that code, and all later ones wait behind it. To the store
 * this is a slow network: order is kept, and frames lost with a socket come with the next sync.
 */
export function frameQueue(
  { clock, log, streams }: Pick<StoreParts, 'clock' | 'log' | 'streams'>,
  { self, take, onOverflow }: QueueParts,
): Pick<ClientStore, 'frame' | 'stop'> & { prepare(): void } {
  let waiting: Waiting[] = [];
  let isLoading = false;
  let stopped = false;
  let retry: unknown = null;

  const read = (text: string): void => {
    const decoded = streams.now()?.decodeFrame(text, self());
    if (decoded?.ok === false) log.write('warn', 'frame not understood', { ...decoded.reason });
    else if (decoded !== undefined && decoded.value !== 'ignored') take(decoded.value);
  };
  const flush = (): void => {
    const frames = waiting;
    waiting = [];
    for (const { text, stillThere } of frames) if (stillThere()) read(text);
  };
  const prepare = (): void => {
    if (isLoading || stopped || streams.now() !== null) return;
    isLoading = true;
    streams.get().then(flush, () => {
      // No frame can be read before the code is loaded; the socket's machine abandons a socket that waits too
      // long.
      if (!stopped)
        retry = clock.setTimeout(() => {
          isLoading = false;
          prepare();
        }, codeAgainMs);
    });
  };
  const wait = (frame: Waiting): void => {
    waiting.push(frame);
    if (waiting.length > limits.bindHeldMax) {
      waiting = [];
      onOverflow();
    }
    prepare();
  };
  return {
    frame: (text, stillThere = always) => {
      if (streams.now() !== null) {
        if (waiting.length > 0) flush();
        return read(text);
      }
      if (waiting[0]?.stillThere() === false) waiting = waiting.filter((one) => one.stillThere());
      const control = waiting.length > 0 ? null : decodeControl(text);
      if (control === null) wait({ text, stillThere });
      else take(control);
    },
    prepare,
    stop: () => {
      stopped = true;
      waiting = [];
      if (retry !== null) clock.clearTimeout(retry);
    },
  };
}

const always = (): boolean => true;

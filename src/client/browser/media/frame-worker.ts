import type { MediaFrameKind } from '../../../domain/frame-layout.ts';
import { FrameOpener, FrameSealer } from './frame-crypto.ts';
import type { FrameFigures, FrameStream, FromFrameWorker, ToFrameWorker } from './frame-messages.ts';

/** An encoded frame of the browser; sound has no type. */
interface EncodedFrame {
  readonly type?: 'key' | 'delta' | 'empty';
  data: ArrayBuffer;
}

interface Transformer {
  readonly readable: ReadableStream<EncodedFrame>;
  readonly writable: WritableStream<EncodedFrame>;
  readonly options: FrameStream;
}

interface Scope {
  frameFigures: FrameFigures;
  postMessage(message: FromFrameWorker, transfer: readonly []): void;
  addEventListener(type: 'message', listener: (event: { readonly data: ToFrameWorker }) => void): void;
  addEventListener(
    type: 'rtctransform',
    listener: (event: { readonly transformer: Transformer }) => void,
  ): void;
}

const scope = globalThis as unknown as Scope;
const plain = new Set<string>();
/** Read by tests and by who looks into a running page. */
const figures: FrameFigures = { sealed: 0, opened: 0, dropped: 0, plain: 0, ms: 0 };
scope.frameFigures = figures;
const sealer = new FrameSealer();
const opener = new FrameOpener({
  wait: (ms) => new Promise((done) => void setTimeout(done, ms)),
  nowMs: () => performance.now(),
  missing: (device) => scope.postMessage({ device }, []),
});

const kindOf = ({ type }: EncodedFrame): MediaFrameKind =>
  type === undefined ? 'audio' : type === 'key' ? 'key' : 'delta';

function transformOf(stream: FrameStream): TransformStream<EncodedFrame, EncodedFrame> {
  const { direction, device } = stream;
  const work = direction === 'send' ? sealer.stream() : opener.receiver(device);
  const done = direction === 'send' ? 'sealed' : 'opened';
  return new TransformStream({
    transform: async (frame, controller) => {
      if (plain.has(device)) {
        figures.plain += 1;
        return controller.enqueue(frame);
      }
      const startMs = performance.now();
      const data = await work(kindOf(frame), new Uint8Array(frame.data));
      figures.ms += performance.now() - startMs;
      figures[data === null ? 'dropped' : done] += 1;
      if (data === null) return;
      frame.data = data.buffer;
      controller.enqueue(frame);
    },
  });
}

/** A connection that closes ends its streams; nothing is left to do. */
const run = (stream: FrameStream, readable: ReadableStream, writable: WritableStream): void =>
  void readable
    .pipeThrough(transformOf(stream))
    .pipeTo(writable)
    .catch(() => undefined);

scope.addEventListener('message', ({ data }) => {
  switch (data.type) {
    case 'use':
      return void sealer.use(data.key);
    case 'accept':
      return void opener.accept(data.device, data.key);
    case 'forget':
      plain.delete(data.device);
      return opener.forget(data.device);
    case 'plain':
      if (data.isPlain) plain.add(data.device);
      else plain.delete(data.device);
      return;
    case 'stream':
      return run(data, data.readable, data.writable);
  }
});
scope.addEventListener('rtctransform', ({ transformer: { options, readable, writable } }) =>
  run(options, readable, writable),
);

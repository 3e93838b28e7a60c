import { createHash } from 'node:crypto';
import { FormError } from '../../src/ports/files.ts';
import type { FilePorts, Files, Form, Incoming, Media, MediaFacts } from '../../src/ports/files.ts';
import type { WorldFile, WorldForm } from './http.ts';
import { worldFormOf } from './http.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * The storage shared by all nodes, and the inspection of files. A file of a World has no bytes: its name
 * defines it, as `photo-3.png`, `clip-2-8s.mp4` or `voice-1-90s.ogg`, so that the same seed has the same
 * digests. Other tests cover forms and real files.
 */
export function createWorldFiles(around: Surroundings): FilePorts {
  const stored = new Map<string, string>();
  const scratch = new Map<string, string>();
  let received = 0;
  const receive = (): Promise<Incoming> => {
    const name = `scratch-${(received += 1)}`;
    let [text, sizeBytes] = ['', 0];
    return Promise.resolve({
      scratch: name,
      write: (part) => {
        text += decoder.decode(part);
        sizeBytes += part.byteLength;
        scratch.set(name, text);
        return Promise.resolve();
      },
      end: () => Promise.resolve({ sizeBytes, digest: digestOf(text) }),
      keep: (key) => {
        stored.set(key, text);
        scratch.delete(name);
        return Promise.resolve();
      },
      discard: () => {
        scratch.delete(name);
        return Promise.resolve();
      },
    });
  };
  const files: Files = {
    receive,
    open: (key) => {
      const text = stored.get(key);
      return Promise.resolve(text === undefined ? null : { body: bodyOf(text), sizeBytes: text.length });
    },
    digest: (key) => {
      const text = stored.get(key);
      return Promise.resolve(text === undefined ? null : digestOf(text));
    },
    freeBytes: () => Promise.resolve(around.weather.filesFull > 0 ? 0 : Number.MAX_SAFE_INTEGER),
    remove: (key) => {
      if (stored.delete(key)) around.count('job: Sweeping');
      return Promise.resolve();
    },
  };
  const media: Media = {
    look: (name) => Promise.resolve(factsOf(scratch.get(name) ?? '')),
    strip: () => Promise.resolve(false),
    square: () => Promise.resolve(encoder.encode('square.webp')),
    fit: () => Promise.resolve({ bytes: encoder.encode('card.webp'), width: 80, height: 80 }),
    compose: () => Promise.resolve(encoder.encode('group.webp')),
  };
  return {
    files,
    media,
    readForm: (request, _files, limits) => readForm(worldFormOf(request), receive, limits.fileBytesMax),
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Passed as a whole, as a World's answers take it: a file name is never streamed. */
const bodyOf = (text: string): ReadableStream<Uint8Array> =>
  encoder.encode(text) as unknown as ReadableStream<Uint8Array>;

async function readForm(
  form: WorldForm | null,
  receive: () => Promise<Incoming>,
  fileBytesMax: number,
): Promise<Form> {
  if (form === null) throw new FormError('notAForm');
  const { fields, file } = form;
  if (file === null) return { fields, file: null };
  if (file.sizeBytes > fileBytesMax) throw new FormError('tooLarge');
  const incoming = await receive();
  await incoming.write(encoder.encode(textOf(file)));
  const { digest } = await incoming.end();
  return { fields, file: { name: file.name, incoming, sizeBytes: file.sizeBytes, digest } };
}

const textOf = ({ name, sizeBytes }: WorldFile): string => (sizeBytes === 0 ? '' : name);

const NOTHING: MediaFacts = {
  kind: 'other',
  mime: 'application/octet-stream',
  ext: '',
  width: 0,
  height: 0,
  durationSec: null,
};
const MIMES: Readonly<Record<string, readonly [MediaFacts['kind'], string]>> = {
  png: ['image', 'image/png'],
  webp: ['image', 'image/webp'],
  ogg: ['audio', 'audio/ogg'],
  mp4: ['video', 'video/mp4'],
  pdf: ['document', 'application/pdf'],
};

/** `huge` pictures have more points than anybody decodes. */
function factsOf(name: string): MediaFacts {
  const [, stem = '', seconds, ext = ''] = /^([a-z]+)[^.]*?(?:-(\d+)s)?\.([a-z0-9]+)$/.exec(name) ?? [];
  const [kind, mime] = MIMES[ext] ?? [];
  if (kind === undefined || mime === undefined) return NOTHING;
  const side = stem === 'huge' ? 10_000 : stem === 'wide' ? 5_000 : 80;
  const isVisual = kind === 'image' || kind === 'video';
  return {
    kind,
    mime,
    ext,
    width: isVisual ? side : 0,
    height: isVisual ? side : 0,
    durationSec: seconds === undefined ? null : Number(seconds),
  };
}

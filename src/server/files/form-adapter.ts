import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import busboy from 'busboy';
import { FilesAwayError, FormError } from '../../ports/files.ts';
import type { Form, Incoming, ReadForm } from '../../ports/files.ts';

const FIELDS_MAX = 20;
const DRAINED_MAX = 64 * 1_024 * 1_024;

/**
 * Reads a form as a stream: the file is written part by part, and the next part is read only after the last
 * one was written, so that memory stays constant for any size (UP-SRV-1).
 */
export const readForm: ReadForm = async (request, files, limits) => {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type) || !request.body) throw new FormError('notAForm');
  const parser = parserFor(type, limits);
  const fields: Record<string, string> = Object.create(null);
  const upload: { file: Promise<Form['file']> | null } = { file: null };
  const source = Readable.fromWeb(request.body as NodeStream<Uint8Array>);
  const ended = new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value, info) => {
      if (info.valueTruncated || info.nameTruncated) reject(new FormError('tooLarge'));
      else fields[name] = value;
    });
    parser.on('file', (name, stream, info) => {
      if (name !== 'file' || upload.file) {
        stream.resume();
        return;
      }
      upload.file = received(stream, info.filename ?? '', () => files.receive());
      upload.file.catch(reject);
    });
    parser.on('fieldsLimit', () => reject(new FormError('tooLarge')));
    parser.on('close', resolve);
    parser.on('error', () => reject(new FormError('cut')));
    source.on('error', () => reject(new FormError('cut')));
    source.pipe(parser);
  });
  try {
    await ended;
    return { fields, file: await upload.file };
  } catch (error) {
    source.unpipe(parser);
    parser.destroy();
    drain(source);
    // The receiver of the file sees its end, and discards the rest.
    await upload.file?.catch(() => undefined);
    throw error;
  }
};

/** Reads and discards the rest, up to a limit, so that the sender can read the answer. */
function drain(source: Readable): void {
  let left = DRAINED_MAX;
  source.on('data', (part: Uint8Array) => {
    left -= part.byteLength;
    if (left < 0) source.destroy();
  });
  source.on('error', () => undefined);
  source.resume();
}

function parserFor(type: string, { fileBytesMax, fieldBytesMax }: Parameters<ReadForm>[2]): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': type },
      defParamCharset: 'utf8',
      limits: {
        fileSize: fileBytesMax + 1,
        fieldSize: fieldBytesMax,
        fields: FIELDS_MAX,
        files: 2,
        parts: FIELDS_MAX + 2,
      },
    });
  } catch {
    throw new FormError('notAForm');
  }
}

async function received(
  stream: Readable & { truncated?: boolean },
  name: string,
  begin: () => Promise<Incoming>,
): Promise<Form['file']> {
  // The loop below reports it again; until it runs there is no other listener.
  stream.on('error', () => undefined);
  const incoming = await begin();
  try {
    for await (const part of stream) await incoming.write(part as Uint8Array);
    if (stream.truncated) throw new FormError('tooLarge');
    return { name, incoming, ...(await incoming.end()) };
  } catch (error) {
    await incoming.discard();
    throw error instanceof FormError || error instanceof FilesAwayError ? error : new FormError('cut');
  }
}

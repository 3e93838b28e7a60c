import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { type HttpUser, ok, patiently, type Upload } from './http-user.ts';
import { png, textFile, wav } from './uploads.ts';

/** Messages by the calls of the contract, for tests that are about reading them. */

const kindOf = (to: string): 0 | 1 => (to.startsWith('group-') ? 1 : 0);

/** Answers the id that the message was given before it was sent. */
export async function send(from: HttpUser, to: string, content: string, more: object = {}): Promise<string> {
  const id = randomUUID();
  const body = {
    id,
    toContactId: to,
    is_group: kindOf(to),
    type: 'text',
    content,
    at: [],
    sendTime: 0,
    ...more,
  };
  await patiently('send', () => from.call('/enterprise/im/sendMessage', body));
  return id;
}

export async function sendUpload(from: HttpUser, to: string, type: string, file: Upload): Promise<void> {
  const message = { id: randomUUID(), toContactId: to, is_group: kindOf(to), type, content: '' };
  const fields = { message: JSON.stringify(message) };
  await patiently('upload', () => from.upload('/common/upload/uploadFile', file, fields));
}

interface StoredEmoji {
  readonly name: string;
  readonly file_id: number;
}

export interface OneOfEach {
  /** The user of the contact card. */
  readonly card: number;
  readonly video: Upload;
  readonly place: string;
}

/** One of everything that a conversation can hold, by `from`. */
export async function sendOneOfEach(
  from: HttpUser,
  to: string,
  { card, video, place }: OneOfEach,
): Promise<void> {
  await sendUpload(from, to, 'image', await png(800, 400));
  await sendUpload(from, to, 'image', await png(300, 900, 90));
  await sendUpload(from, to, 'voice', wav(3));
  await sendUpload(from, to, 'video', video);
  await sendUpload(
    from,
    to,
    'file',
    textFile('notes of the last meeting in the small room.txt', 'a few words '.repeat(90)),
  );
  await send(from, to, `[${place}]`, {
    type: 'location',
    extends: { name: place, address: '47.37000, 8.54000', latitude: 47.37, longitude: 8.54 },
  });
  await send(from, to, '[…]', { type: 'contact', extends: { id: card } });
  await ok(from.upload('/common/upload/uploadEmoji', { ...(await png(64, 64, 30)), name: 'leaf.png' }));
  const [emoji] = await ok(from.call<readonly StoredEmoji[]>('/enterprise/emoji/index', {}));
  if (emoji !== undefined) await send(from, to, '', { type: 'emoji', file_id: emoji.file_id });
}

export async function publishMoment(from: HttpUser, content: string, pictures = 0): Promise<number> {
  const files: number[] = [];
  for (let i = 0; i < pictures; i += 1)
    files.push(
      (
        await ok(
          from.upload<{ file_id: number }>('/common/upload/uploadFile', await png(200, 150, 40 + i * 60)),
        )
      ).file_id,
    );
  const moment = await ok(from.call<{ id: number }>('/enterprise/moments/add', { content, file_ids: files }));
  return moment.id;
}

/** A second of moving squares, recorded by the browser itself so that it can play it. */
export async function recordedVideo(page: Page): Promise<Upload> {
  const recorded = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 240];
    const pen = canvas.getContext('2d');
    const stream = canvas.captureStream(10);
    const recorder = new MediaRecorder(stream, { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', (event) => parts.push(event.data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    const until = performance.now() + 1_000;
    await new Promise<void>((resolve) => {
      const draw = () => {
        const left = until - performance.now();
        if (pen) {
          pen.fillStyle = '#0a7d4c';
          pen.fillRect(0, 0, 320, 240);
          pen.fillStyle = '#ffffff';
          pen.fillRect(Math.max(0, left / 5), 90, 60, 60);
        }
        if (left > 0) requestAnimationFrame(draw);
        else resolve();
      };
      draw();
    });
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(String.fromCodePoint(...bytes));
  });
  return { name: 'clip.webm', type: 'video/webm', bytes: new Uint8Array(Buffer.from(recorded, 'base64')) };
}

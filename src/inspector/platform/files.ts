import { ScriptReader, type ReadScript } from '../model/script-reader.ts';
import type { Desk } from '../model/desk.ts';

/** Reads a script in pieces, for any size, and shows the readable part. */
export async function loadFile(file: File, desk: Desk): Promise<void> {
  desk.loading(file.name);
  try {
    desk.load(file.name, await readStream(file.stream()));
  } catch {
    desk.failed(`${file.name} could not be read`);
  }
}

/** Reads a second script, to show it beside the open one. */
export async function compareFile(file: File, desk: Desk): Promise<void> {
  try {
    desk.compare(file.name, await readStream(file.stream()));
  } catch {
    desk.failed(`${file.name} could not be read`);
  }
}

/** The script that the address names; only of this very place. */
export async function loadFrom(address: string, desk: Desk): Promise<void> {
  desk.loading(nameOf(address));
  await fetchScript(address, desk, (name, read) => desk.load(name, read));
}

export const compareFrom = (address: string, desk: Desk): Promise<void> =>
  fetchScript(address, desk, (name, read) => desk.compare(name, read));

async function fetchScript(
  address: string,
  desk: Desk,
  take: (name: string, read: ReadScript) => void,
): Promise<void> {
  const url = new URL(address, window.location.href);
  const name = nameOf(address);
  if (url.origin !== window.location.origin) return desk.failed(`${address} is not of this server`);
  try {
    const answer = await fetch(url);
    if (!answer.ok || answer.body === null) return desk.failed(`${name} was not found`);
    take(name, await readStream(answer.body));
  } catch {
    desk.failed(`${name} could not be fetched`);
  }
}

const nameOf = (address: string): string =>
  decodeURIComponent(new URL(address, window.location.href).pathname.split('/').at(-1) ?? address);

async function readStream(stream: ReadableStream<Uint8Array>): Promise<ReadScript> {
  const reader = new ScriptReader();
  const decoder = new TextDecoder();
  const source = stream.getReader();
  for (;;) {
    const { done, value } = await source.read();
    const more = reader.push(decoder.decode(value, { stream: !done }));
    if (done || !more) break;
  }
  await source.cancel();
  return reader.end();
}

export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

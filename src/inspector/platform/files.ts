import { ScriptReader, type ReadScript } from '../model/script-reader.ts';
import type { Controller } from '../model/controller.ts';

/** Reads a script in pieces, for any size, and shows the readable part. */
export async function loadFile(file: File, controller: Controller): Promise<void> {
  const isNewest = controller.loading(file.name);
  try {
    const read = await readStream(file.stream());
    if (isNewest()) controller.load(file.name, read);
  } catch {
    if (isNewest()) controller.failed(`${file.name} could not be read`);
  }
}

/** Reads a second script, to show it beside the open one. */
export async function compareFile(file: File, controller: Controller): Promise<void> {
  try {
    controller.compare(file.name, await readStream(file.stream()));
  } catch {
    controller.failed(`${file.name} could not be read`);
  }
}

/**
 * Opens the script of the page's address, and the `second` one beside it; both must be of this server.
 * Returns false if the user has opened another script in the meantime.
 */
export async function openFrom(
  address: string,
  second: string | null,
  controller: Controller,
): Promise<boolean> {
  const isNewest = controller.loading(nameOf(address));
  const one = await fetchScript(address);
  const other = second === null ? null : await fetchScript(second);
  if (!isNewest()) return false;
  if (typeof one === 'string') controller.failed(one);
  else controller.load(nameOf(address), one);
  if (second === null || other === null) return true;
  if (typeof other === 'string') controller.failed(other);
  else controller.compare(nameOf(second), other);
  return true;
}

/** The script, or the reason why it does not exist. */
async function fetchScript(address: string): Promise<ReadScript | string> {
  const url = new URL(address, window.location.href);
  if (url.origin !== window.location.origin) return `${address} is not of this server`;
  try {
    const answer = await fetch(url);
    if (!answer.ok || answer.body === null) return `${nameOf(address)} was not found`;
    return await readStream(answer.body);
  } catch {
    return `${nameOf(address)} could not be fetched`;
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

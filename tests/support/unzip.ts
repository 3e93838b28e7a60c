/** Contents of an archive of stored files, by name. They are read from its directory, as programs do. */
export function unzipped(bytes: Uint8Array): ReadonlyMap<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.byteLength - 22;
  const files = new Map<string, string>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const [size, nameLength] = [view.getUint32(at + 20, true), view.getUint16(at + 28, true)];
    const more = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const from = view.getUint32(at + 42, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const begin = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
    files.set(name, new TextDecoder().decode(bytes.subarray(begin, begin + size)));
    at += 46 + nameLength + more;
  }
  return files;
}

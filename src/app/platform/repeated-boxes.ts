/**
 * Removes each box of an MP4 that the next one repeats byte for byte (REC-7). WebKitGTK 2.50 ends recordings
 * with two equal headers, and other browsers then read the second one as sound. Content that is not made of
 * boxes stays as it is.
 */
export async function withoutRepeatedBoxes(file: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const boxes = boxesOf(bytes);
  const distinct = boxes?.filter((box, at) => !areEqual(box, boxes[at + 1]));
  return distinct === undefined || distinct.length === boxes?.length
    ? file
    : new Blob(distinct, { type: file.type });
}

/** The boxes at the top level; null: the sizes do not add up. */
function boxesOf(bytes: Uint8Array<ArrayBuffer>): readonly Uint8Array<ArrayBuffer>[] | null {
  const view = new DataView(bytes.buffer);
  const boxes: Uint8Array<ArrayBuffer>[] = [];
  let start = 0;
  while (start + 8 <= bytes.length) {
    const end = start + view.getUint32(start);
    // Sizes 0 and 1 are other notations, which recorders do not use.
    if (end < start + 8 || end > bytes.length) return null;
    boxes.push(bytes.subarray(start, end));
    start = end;
  }
  return start === bytes.length ? boxes : null;
}

const areEqual = (one: Uint8Array, other: Uint8Array | undefined): boolean =>
  one.length === other?.length && one.every((byte, at) => byte === other[at]);

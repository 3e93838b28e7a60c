/** What the descriptor of a VP8 payload says (RFC 7741); offsets are -1 if the field is absent. */
export interface Vp8 {
  readonly pictureIdAt: number;
  readonly isLongPictureId: boolean;
  readonly layerIndexAt: number;
  /** Temporal layer; 0 is the base. */
  readonly temporal: number;
  /** First packet of a key frame. */
  readonly startsKeyframe: boolean;
  readonly startsFrame: boolean;
}

/** Only the descriptor and the first bit of the frame are read: frames may be encrypted. */
export function readVp8(payload: Buffer): Vp8 | null {
  const first = payload[0];
  if (first === undefined) return null;
  let at = 1;
  let [pictureIdAt, layerIndexAt, temporal, isLongPictureId] = [-1, -1, 0, false];
  if ((first & 0x80) !== 0) {
    const extended = payload[at] ?? 0;
    at += 1;
    if ((extended & 0x80) !== 0) {
      pictureIdAt = at;
      isLongPictureId = ((payload[at] ?? 0) & 0x80) !== 0;
      at += isLongPictureId ? 2 : 1;
    }
    if ((extended & 0x40) !== 0) {
      layerIndexAt = at;
      at += 1;
    }
    if ((extended & 0x30) !== 0) {
      temporal = (extended & 0x20) !== 0 ? (payload[at] ?? 0) >> 6 : 0;
      at += 1;
    }
  }
  const frame = payload[at];
  if (frame === undefined) return null;
  // The first packet of a frame has the S bit and partition 0.
  const startsFrame = (first & 0x1f) === 0x10;
  return {
    pictureIdAt,
    isLongPictureId,
    layerIndexAt,
    temporal,
    startsKeyframe: startsFrame && (frame & 1) === 0,
    startsFrame,
  };
}

/** Numbers that continue over a change of the layer. */
export interface Vp8Numbers {
  readonly pictureId: number;
  readonly layerIndex: number;
}

export const numbersOf = (
  payload: Buffer,
  { pictureIdAt, layerIndexAt, isLongPictureId }: Vp8,
): Vp8Numbers => ({
  pictureId:
    pictureIdAt < 0
      ? 0
      : isLongPictureId
        ? payload.readUInt16BE(pictureIdAt) & 0x7fff
        : payload.readUInt8(pictureIdAt) & 0x7f,
  layerIndex: layerIndexAt < 0 ? 0 : payload.readUInt8(layerIndexAt),
});

/** Writes shifted numbers into the payload. */
export function shiftNumbers(payload: Buffer, at: Vp8, numbers: Vp8Numbers, by: Vp8Numbers): Vp8Numbers {
  const mask = at.isLongPictureId ? 0x7fff : 0x7f;
  const pictureId = (numbers.pictureId + by.pictureId) & mask;
  const layerIndex = (numbers.layerIndex + by.layerIndex) & 0xff;
  if (at.pictureIdAt >= 0 && at.isLongPictureId) payload.writeUInt16BE(pictureId | 0x8000, at.pictureIdAt);
  else if (at.pictureIdAt >= 0) payload.writeUInt8(pictureId, at.pictureIdAt);
  if (at.layerIndexAt >= 0) payload.writeUInt8(layerIndex, at.layerIndexAt);
  return { pictureId, layerIndex };
}

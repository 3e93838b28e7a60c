type Track = Pick<MediaStreamTrack, 'kind' | 'getSettings'>;
type Listed = Pick<MediaDeviceInfo, 'kind' | 'deviceId'>;

/** Returns true if the device of a track is missing from the list of devices. */
export function isGone(track: Track, listed: readonly Listed[]): boolean {
  const ids = listed.flatMap(({ kind, deviceId }) => (kind === `${track.kind}input` ? [deviceId] : []));
  const id = track.getSettings().deviceId ?? '';
  // A browser without ids reveals only the number of devices.
  return ids.length === 0 || (id !== '' && ids.every((one) => one !== '' && one !== id));
}

/** Facts from a media container's own tables. */
export interface ContainerFacts {
  /** It has more to see than the cover of a sound. */
  readonly hasVideo: boolean;
  readonly hasSound: boolean;
  readonly durationSec: number | null;
  /** Displayed size, after rotation; 0 if unknown. */
  readonly width: number;
  readonly height: number;
}

/** What a container of sounds and moving pictures says in its own tables. */
export interface ContainerFacts {
  /** It has more to see than the cover of a sound. */
  readonly hasVideo: boolean;
  readonly hasSound: boolean;
  readonly durationSec: number | null;
  /** As shown, after turning; 0 when not known. */
  readonly width: number;
  readonly height: number;
}

import type { GlobalConfig } from '../../domain/config.ts';

/** The newest build of the apps (protocol 1.7). Empty addresses mean no offer. */
export interface Release {
  readonly name: string;
  /** YYYYMMDD. */
  readonly build: number;
  readonly type: 'forcibly' | 'solicit' | 'silent';
  readonly info: string;
  readonly androidUrl: string;
  readonly iosUrl: string;
}

export interface ConfigReading {
  get(): Promise<{ readonly config: GlobalConfig; readonly version: number }>;
  /** The release that `checkVersion` offers; null if none was published. */
  release(): Promise<Release | null>;
}

export interface ConfigWriting {
  set(config: GlobalConfig): Promise<void>;
  setRelease(release: Release): Promise<void>;
}

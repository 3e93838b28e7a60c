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

/** The picture that an administrator uploaded as the logo (CONF-31). */
export interface Logo {
  /** The last part of its address; each upload has another. */
  readonly name: string;
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  /** The picture as base64. */
  readonly body: string;
}

export interface ConfigReading {
  get(): Promise<{ readonly config: GlobalConfig; readonly version: number }>;
  /** The release that `checkVersion` offers; null if none was published. */
  release(): Promise<Release | null>;
  /** The uploaded logo; null if there is none. */
  logo(): Promise<Logo | null>;
  /** Services that administrators set up in the console, with their secrets (CONSOLE-15). */
  services(): Promise<Readonly<Record<string, string>>>;
}

export interface ConfigWriting {
  set(config: GlobalConfig): Promise<void>;
  setRelease(release: Release): Promise<void>;
  /** Replaces the uploaded logo; null removes it. */
  setLogo(logo: Logo | null): Promise<void>;
  setServices(values: Readonly<Record<string, string>>): Promise<void>;
}

import { createContext } from 'react';

/** Highlighted parts of a chart, in a separate context so that a step does not repeat the layout. */
export interface Light {
  readonly lit: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
  readonly found: ReadonlySet<string>;
}

export const LightContext = createContext<Light>({ lit: new Set(), taken: new Set(), found: new Set() });

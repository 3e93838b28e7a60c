import { createContext } from 'react';

/** What of a chart is lit, kept apart from the chart so that a step redraws no layout. */
export interface Light {
  readonly lit: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
  readonly found: ReadonlySet<string>;
}

export const LightContext = createContext<Light>({ lit: new Set(), taken: new Set(), found: new Set() });

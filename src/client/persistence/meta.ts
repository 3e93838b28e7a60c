/** The record that describes a snapshot; a write compares its name. */
export const META = { store: 'meta', key: 'snapshot' } as const;

/** Where a snapshot says what it is; its name is what a write asks for. */
export const META = { store: 'meta', key: 'snapshot' } as const;

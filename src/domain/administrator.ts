type Self = { readonly role: number } | null;

/** The account that was registered first (START-3). */
export const isFirstAdministrator = (self: Self): boolean => self?.role === 1;

/** May use the console (CONSOLE-2). */
export const isAdministrator = (self: Self): boolean => self !== null && self.role !== 0;

/** The own account, its settings and codes; names of conversations that everybody has. */
export const account = {
  'contact.notice': 'Announcements',
  'contact.favourites': 'File transfer',
} as const;

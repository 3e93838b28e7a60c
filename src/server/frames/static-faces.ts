/** Pictures of what has no face of its own: plain clients draw what an address leads to, and nothing for none. */
export const STATIC_FACES = {
  notice: '/static/notice.svg',
  favourites: '/static/favourites.svg',
  person: '/static/person.svg',
  group: '/static/group.svg',
} as const;

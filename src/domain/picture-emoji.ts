/** An own picture as an emoji: its address. */
const PICTURE = '/pictures/';
export const isPictureEmoji = (emoji: string): boolean => emoji.startsWith(PICTURE);
export const pictureKeyOf = (emoji: string): string => emoji.slice(PICTURE.length);

/** The bundled build, which needs nothing of Node; its types are those of the package. */
declare module 'simple-peer/simplepeer.min.js' {
  export { default } from 'simple-peer';
}

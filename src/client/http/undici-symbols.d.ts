/** The type of undici's internal module that carry uses; undici only types its main module. */
declare module "undici/lib/core/symbols.js" {
  const symbols: { readonly kParser: symbol };
  export default symbols;
}

// Entry of the package. In a browser it registers <exchange-widget>. On a server it does nothing: the element's module
// requires HTMLElement and must not be loaded there.
if (typeof window !== 'undefined' && 'customElements' in window)
  import('#widget/element.ts').catch((error: unknown) =>
    console.error('exchange-widget: could not be loaded', error),
  );

"""The engines of other phones: WebKit, which every browser on an iPhone has, and Firefox."""

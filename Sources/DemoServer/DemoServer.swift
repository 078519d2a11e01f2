// Placeholder until the first file of DemoServer stands.

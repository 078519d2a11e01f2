// Placeholder until the first file of Imaging stands.
